/**
 * PDF files with tables: cells with several lines, labels for groups of rows, and the tables in Japanese and Korean
 * resumes.
 */
import { asianPdf, asianText, japaneseFont, koreanFont } from '../../../samples/raw-pdfs.ts'
import { makePdf } from '../../../samples/resumes.ts'
import type { Layout } from '../resume-parts.ts'

/** A table of degrees, as rows of cells with one or more lines each. */
const degrees: string[][][] = [
  [['Degree'], ['Year of', 'passing'], ['Institute'], ['Board or', 'university'], ['Result']],
  [['Master of', 'Science'], ['2014'], ['Institute of', 'Computer', 'Science'], ['Uppsala', 'University'], ['68%']],
  [['Bachelor'], ['2012'], ['College of', 'Physics and', 'Mathematics,', 'Ghent'], ['Ghent', 'University'], ['83%']],
  [['School'], ['2009'], ['Saint Mary', 'School'], ['State board', 'of Flanders'], ['91%']],
]

/** Draws the table. `shift` returns how many of a row's free lines are above a cell. */
const withTable = (gap: number, shift: (free: number) => number): Layout => ({
  make: ({ head, main, foot }) =>
    makePdf((pen) => {
      let y = 40
      const put = (line: string, x: number, top: number) => pen.fontSize(10).text(line, x, top, { lineBreak: false })
      const putAll = (lines: string[]) => lines.forEach((line) => put(line, 50, (y += 16)))
      putAll([...head, ...main, 'Degrees'])
      y += 20
      for (const cells of degrees) {
        const height = Math.max(...cells.map(({ length }) => length))
        for (const [column, cell] of cells.entries())
          cell.forEach((line, at) => put(line, 50 + column * 90, y + (shift(height - cell.length) + at) * 13))
        y += height * 13 + gap
      }
      putAll(foot)
    }),
  order: ({ head, main, foot }) => [
    ...[...head, ...main, 'Degrees'],
    ...[...degrees.map((cells) => cells.flat().join(' ')), ...foot],
  ],
})

/** Employments with years in the margin, and months in small type below the years. */
const posts = [
  [
    '2019 - 2024',
    'Mar',
    'Jun',
    'Forklift Supervisor, Harbour Systems',
    'Led a team of twelve operators in two shifts.',
  ],
  [
    '2015 - 2019',
    'Apr',
    'Feb',
    'Reach Truck Operator, Quayside Logistics',
    'Operated reach trucks and trained colleagues.',
  ],
  ['2012 - 2015', 'Jul', 'Mar', 'Picker, Dock Stores', 'Picked and packed orders for export.'],
] as const

const stackedMonths: Layout = {
  make: ({ head, foot }) =>
    makePdf((pen) => {
      const put = (text: string, x: number, y: number, points = 10) =>
        pen.fontSize(points).text(text, x, y, { lineBreak: false })
      head.forEach((line, at) => put(line, 150, 40 + at * 24, 16))
      for (const [at, [years, from, to, post, duty]] of posts.entries()) {
        const y = 110 + at * 34
        put(years, 50, y)
        put(from, 52, y + 11, 7)
        put(to, 88, y + 11, 7)
        put(post, 150, y)
        put(duty, 150, y + 12)
      }
      put(foot[0]!, 150, 240)
    }),
  order: ({ head, foot }) => [
    ...head,
    ...posts.flatMap(([years, from, to, post, duty]) => [`${years} ${from} ${to} ${post}`, duty]),
    ...foot,
  ],
}

type Cells = [x: number, text: string][]
/** In `labels`, `at` is the first row in a label's group, and `below` is how many rows further down the label is. */
type GroupedTable = { rows: Cells[]; labels: { text: string; below: number; at: number }[] }

/** Draws rows of cells in an Asian font, with labels for groups of rows on the left. */
function asianTable(font: typeof japaneseFont, { rows, labels }: GroupedTable): Layout {
  const y = (row: number): number => 780 - row * 22
  return {
    make: () =>
      asianPdf(
        [
          ...rows.flatMap((cells, row) => cells.map(([x, text]) => asianText(text, x, y(row), 10))),
          ...labels.map(({ text, below, at }) => asianText(text, 50, y(at + below), 10)),
        ].join('\n'),
        font,
      ),
    order: () =>
      rows.map((cells, row) =>
        [...labels.filter(({ at }) => at === row), ...cells.map(([, text]) => ({ text }))]
          .map(({ text }) => text)
          .join(' '),
      ),
  }
}

const asianTables = {
  'a Japanese table of months, with years of eras and some left out': asianTable(japaneseFont, {
    labels: [],
    rows: [
      ...[
        [
          [60, '年'],
          [110, '月'],
          [260, '学歴・職歴'],
        ],
        [[290, '学歴']],
      ],
      ...[
        [
          [50, '平成20'],
          [110, '4'],
          [150, '港湾高等学校 入学'],
        ],
        [
          [50, '平成23'],
          [110, '3'],
          [150, '港湾高等学校 卒業'],
        ],
      ],
      ...[
        [[290, '職歴']],
        [
          [50, '平成23'],
          [110, '4'],
          [150, '港湾システム株式会社 入社'],
        ],
      ],
      ...[
        [[150, '倉庫部に配属され、在庫管理システムの運用を担当する']],
        [
          [50, '令和元'],
          [110, '6'],
          [150, '倉庫主任に昇格'],
        ],
      ],
      ...[
        [
          [110, '10'],
          [150, '安全委員に選任'],
        ],
        [
          [50, '令和6'],
          [110, '3'],
          [150, '一身上の都合により退職'],
        ],
      ],
    ] as Cells[],
  }),
  'a Korean table with labels beside groups of rows': asianTable(koreanFont, {
    labels: [
      { text: '학력사항', at: 0, below: 1.5 },
      { text: '경력사항', at: 4, below: 1 },
    ],
    rows: [
      ['재학기간', '학교명', '전공', '구분'],
      ['2006.03 ~ 2009.02', '항만고등학교', '인문계', '졸업'],
      ['2009.03 ~ 2013.02', '항만대학교', '물류학과', '졸업'],
      ['2013.03 ~ 2015.02', '항만대학교 대학원', '물류학과', '석사'],
      ['근무기간', '회사명', '직위', '담당업무'],
      ['2015.03 ~ 2019.05', '항만시스템', '사원', '재고 관리'],
      ['2019.06 ~ 2024.03', '해운물류', '주임', '창고 운영'],
    ].map((cells): Cells => cells.map((text, column) => [[115, 300, 410, 480][column]!, text])),
  }),
}

export const tableLayouts: Record<string, Layout> = {
  'a table whose cells begin together': withTable(0, () => 0),
  'a table whose cells are centred in their rows': withTable(6, (free) => free / 2),
  'months below the years in a margin': stackedMonths,
  ...asianTables,
}
