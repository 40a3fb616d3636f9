/** Pages with words at given positions, and the text that is read from such pages. */
import { makePdf } from '../../tools/samples/resumes.ts'
import { read } from '../../tools/reading.ts'

/** A text, the position where it begins (or ends), and its size. */
export type Placed = [x: number | { end: number }, y: number, text: string, points?: number]

/**
 * Returns a page's text.
 *
 * @throws Error if it cannot be read
 */
export async function readPage(placed: Placed[]): Promise<string> {
  const pdf = await makePdf((pen) =>
    placed.forEach(([x, y, text, points = 10]) => {
      const left = typeof x === 'number' ? x : x.end - pen.fontSize(points).widthOfString(text)
      pen.fontSize(points).text(text, left, y, { lineBreak: false })
    }),
  )
  return (await read(pdf)).resume.text
}

/** Places lines one below the other. */
export const lines = (x: Placed[0], y: number, pitch: number, texts: readonly string[]): Placed[] =>
  texts.map((text, index) => [x, y + index * pitch, text])

/** The lines for one person's three employments. */
export const [acme, globex, initech] = [
  [
    'Built a settlement service in Go on Kubernetes',
    'Led a team of six engineers in Berlin',
    'Cut the latency of settlements by forty percent',
  ],
  [
    'Ran PostgreSQL clusters of four terabytes',
    'Wrote Terraform modules for twelve teams',
    'Taught Go to colleagues in two countries',
  ],
  [
    'Tested compilers for embedded controllers',
    'Wrote the runbooks of the on-call team',
    'Moved nine services into one repository',
  ],
] as const
