/** PDF files with columns of text side by side. The standard fonts that they use have only Latin letters. */
import { makePdf, type PdfPen } from '../../../samples/resumes.ts'
import type { Layout, Parts } from '../resume-parts.ts'

type Place = { x: number; y: number; pitch?: number; points?: number }

/** Draws lines one below the other. */
function put(pen: PdfPen, lines: string[], { x, y, pitch = 16, points = 10 }: Place): void {
  pen.fontSize(points)
  lines.forEach((line, index) => pen.text(line, x, y + index * pitch, { lineBreak: false }))
}

function putAtEnd(pen: PdfPen, line: string, { x, y, points = 10 }: Place): void {
  pen.fontSize(points).text(line, x - pen.widthOfString(line), y, { lineBreak: false })
}

/** Splits an employment into its title and the dates at the end of the line. */
const datesOf = (line: string): string[] => /^(.*?)(?:, (\d{4} to \d{4}))?$/.exec(line)!.slice(1, 3)

/** Draws employments with their dates at the right edge. */
function putPosts(pen: PdfPen, lines: string[], { x, y, end }: Place & { end: number }): void {
  for (const [index, line] of lines.entries()) {
    const [post, dates] = datesOf(line)
    put(pen, [post!], { x, y: y + index * 16 })
    if (dates) putAtEnd(pen, dates, { x: end, y: y + index * 16 })
  }
}

/**
 * Draws a side bar next to the main text. The dates are at the right edge of the main text. The head and the foot start
 * at the given positions.
 */
const barred =
  (bar: Place, text: Place & { end: number }, headX: number, footX: number) =>
  ({ head, side, main, foot }: Parts): Promise<Buffer> =>
    makePdf((pen) => {
      put(pen, head, { x: headX, y: 40, pitch: 26, points: 18 })
      put(pen, side, bar)
      putPosts(pen, main, text)
      put(pen, foot, { x: footX, y: 340 })
    })

const tools = ['Ansible', 'Bazel', 'Consul', 'Docker', 'Envoy', 'Fluentd', 'Grafana', 'Helm', 'Istio', 'Jaeger']
const lists = ['rollout', 'course', 'audit'].map((kind) => tools.map((tool) => `${tool} ${kind}`))
const further = 'What I did with these tools again when another team asked for it'
const levels = tools.map((_, index) => ['Expert', 'Advanced', 'Basic'][index % 3]!)
const personal = { Nationality: 'Swedish', Licence: 'B', Notice: 'one month', Passport: 'valid' }
const mainLast = ({ head, side, main, foot }: Parts): string[] => [...head, ...main, ...side, ...foot]

export const columnLayouts: Record<string, Layout> = {
  'a side bar on the right': {
    make: barred({ x: 440, y: 117, pitch: 21 }, { x: 50, y: 120, end: 400 }, 50, 320),
    order: mainLast,
  },
  'a side bar that nearly touches the main text': {
    make: barred({ x: 50, y: 117, pitch: 17 }, { x: 131, y: 120, end: 560 }, 50, 50),
  },
  'a name above the column on the right': {
    make: barred({ x: 50, y: 117, pitch: 17 }, { x: 220, y: 120, end: 560 }, 220, 50),
  },
  'a section above the side bar': {
    make: ({ head, side, main, foot }) =>
      makePdf((pen) => {
        put(pen, head, { x: 220, y: 40, pitch: 26, points: 18 })
        put(pen, main, { x: 220, y: 130 })
        put(pen, side, { x: 50, y: 164, pitch: 11, points: 9 })
        put(pen, foot, { x: 50, y: 360 })
      }),
  },
  'contact details beside the name': {
    make: ({ head, side, main, foot }) =>
      makePdf((pen) => {
        put(pen, head.slice(0, 1), { x: 50, y: 60, points: 24 })
        put(pen, head.slice(1), { x: 50, y: 96, points: 13 })
        side.forEach((line, index) => putAtEnd(pen, line, { x: 560, y: 50 + index * 10, points: 8 }))
        put(pen, [...main, ...foot], { x: 50, y: 160 })
      }),
  },
  'headings in the margin': {
    make: ({ head, side, main, foot }) =>
      makePdf((pen) => {
        put(pen, head, { x: 50, y: 40, pitch: 24, points: 16 })
        put(pen, ['Profile in', 'short'], { x: 50, y: 120 })
        put(pen, side, { x: 150, y: 120 })
        put(pen, ['Career', 'and degrees'], { x: 50, y: 270 })
        put(pen, main, { x: 150, y: 270 })
        put(pen, foot, { x: 50, y: 420 })
      }),
    order: ({ head, side, main, foot }) => [
      ...[...head, 'Profile in', 'short', ...side],
      ...['Career', 'and degrees', ...main, ...foot],
    ],
  },
  'dates in the margin with a spacing of their own': {
    make: ({ head, main, foot }) =>
      makePdf((pen) => {
        put(pen, head, { x: 50, y: 40, pitch: 24, points: 16 })
        for (const [index, years] of ['2019 2024', '2014 2019', '2012 2014'].entries()) {
          put(pen, years.split(' '), { x: 50, y: 121 + index * 60, pitch: 11, points: 9 })
          put(pen, main.slice(index * 3, index * 3 + 3), { x: 150, y: 120 + index * 60 })
        }
        put(pen, foot, { x: 50, y: 320 })
      }),
    order: ({ head, main, foot }) => [
      ...[...head, '2019 2024', ...main.slice(0, 3), '2014 2019', ...main.slice(3, 6)],
      ...['2012 2014', ...main.slice(6), ...foot],
    ],
  },
  'ratings beside the skills': {
    make: ({ head, main, foot }) =>
      makePdf((pen) => {
        put(pen, [...head, ...main], { x: 50, y: 40 })
        put(pen, tools, { x: 50, y: 240 })
        put(pen, levels, { x: 200, y: 240 })
        put(pen, foot, { x: 50, y: 420 })
      }),
    order: ({ head, main, foot }) => [
      ...[...head, ...main],
      ...[...tools.map((tool, index) => `${tool} ${levels[index]}`), ...foot],
    ],
  },
  'labels and values': {
    make: ({ head, main, foot }) =>
      makePdf((pen) => {
        put(pen, [...head, ...main], { x: 50, y: 40 })
        put(pen, Object.keys(personal), { x: 50, y: 240 })
        put(
          pen,
          Object.values(personal).map((value) => `: ${value}`),
          { x: 200, y: 240 },
        )
        put(pen, foot, { x: 50, y: 330 })
      }),
    order: ({ head, main, foot }) => [
      ...[...head, ...main],
      ...[...Object.entries(personal).map(([label, value]) => `${label} : ${value}`), ...foot],
    ],
  },
  'a list in columns above a foot': {
    make: ({ head, main, foot }) =>
      makePdf((pen) => {
        put(pen, [...head, ...main], { x: 50, y: 40 })
        put(pen, tools, { x: 50, y: 240, pitch: 14 })
        put(
          pen,
          tools.map((tool) => `${tool} rollout`),
          { x: 200, y: 240, pitch: 14 },
        )
        put(
          pen,
          tools.slice(0, 6).map((tool) => `${tool} course`),
          { x: 350, y: 240, pitch: 14 },
        )
        put(pen, foot, { x: 50, y: 420, points: 8 })
        put(pen, ['Page 1'], { x: 350, y: 420, points: 8 })
      }),
    order: ({ head, main, foot }) => [
      ...[...head, ...main, ...tools, ...tools.map((tool) => `${tool} rollout`)],
      ...[...tools.slice(0, 6).map((tool) => `${tool} course`), ...foot, 'Page 1'],
    ],
  },
  'a short list below a longer one': {
    make: ({ head, main, foot }) =>
      makePdf((pen) => {
        put(pen, [...head, ...main], { x: 50, y: 40 })
        put(pen, [further], { x: 50, y: 375 })
        for (const [index, lines] of lists.entries()) {
          put(pen, lines, { x: 50 + index * 150, y: 220, pitch: 14 })
          put(pen, lines.slice(0, 4), { x: 50 + index * 150, y: 395, pitch: 14 })
        }
        put(pen, foot, { x: 50, y: 480 })
      }),
    order: ({ head, main, foot }) => [
      ...[...head, ...main, ...lists.flat(), further],
      ...[...lists.flatMap((lines) => lines.slice(0, 4)), ...foot],
    ],
  },
  'letters twice at the seams of strips': {
    make: ({ head, side, main, foot }) =>
      makePdf((pen) => {
        const lines = [...head, ...side, ...main, ...foot]
        put(
          pen,
          lines.map((line) => line.slice(0, 5)),
          { x: 50, y: 40 },
        )
        for (const [index, line] of lines.entries())
          put(pen, [line.slice(4)], { x: 50 + pen.widthOfString(line.slice(0, 4)), y: 40 + index * 16 })
      }),
  },
}
