/** A PDF's tables are read row by row, cell by cell. */
import test from 'ava'
import { acme, globex, lines, type Placed, readPage } from '../../../support/reading/placed.ts'

const headings: string[][] = [['Degree'], ['Year of', 'passing'], ['Institute'], ['Board or', 'university'], ['Grade']]
const entries: string[][][] = [
  [['MSc'], ['2014'], ['Institute of', 'Science and', 'Technology,', 'Uppsala'], ['Uppsala', 'University'], ['65%']],
  [['BSc in', 'Physics'], ['2012'], ['College of', 'Arts, Ghent'], ['Ghent', 'University'], ['85%']],
  [['School'], ['2009'], ['Saint Mary', 'School'], ['State board', 'of Flanders'], ['83%']],
]
const table = [headings, ...entries]
const asRead = table.map((cells) => cells.flat().join(' '))

/**
 * Places a table's lines below this height, 14 points apart. `gap` is how many points are between rows, and `shift` is
 * the vertical offset of a row's cells.
 */
function placeTable(top: number, gap: number, shift: (free: number) => number, left = 50): Placed[] {
  let y = top
  return table.flatMap((cells) => {
    const height = Math.max(...cells.map(({ length }) => length))
    const placed = cells.flatMap((cell, at) => lines(left + at * 80, y + shift(height - cell.length) * 14, 14, cell))
    y += height * 14 + gap
    return placed
  })
}

test('cells with several lines are read one after the other, at whatever height they start', async (t) => {
  const aligned: Record<string, [gap: number, shift: (free: number) => number]> = {
    top: [0, () => 0],
    middle: [6, (free) => free / 2],
    bottom: [6, (free) => free],
  }
  for (const [name, [gap, shift]] of Object.entries(aligned)) {
    const text = await readPage([
      [50, 80, 'EDUCATION', 12],
      ...placeTable(100, gap, shift),
      ...lines(50, 330, 14, acme),
    ])
    t.deepEqual(text.split(/\n+/), ['EDUCATION', ...asRead, ...acme], name)
  }
})

test('a row with an empty cell is still a row', async (t) => {
  const placed = placeTable(100, 6, () => 0).filter(([, , text]) => text !== '85%')
  const text = await readPage(placed)
  t.deepEqual(
    text.split(/\n+/),
    asRead.map((line) => line.replace(' 85%', '')),
  )
})

test('a heading close above a table is not read as one of its cells', async (t) => {
  const text = await readPage([
    [50, 82, 'DEGREES'],
    ...placeTable(100, 0, () => 0),
    [50, 242, 'POSTS'],
    ...lines(50, 258, 14, acme),
  ])
  t.deepEqual(text.split(/\n+/), ['DEGREES', ...asRead, 'POSTS', ...acme])
})

test('a heading in the same font below a table is not read as one of its cells', async (t) => {
  const text = await readPage([...placeTable(100, 6, () => 0), [50, 266, 'Former posts:'], ...lines(50, 290, 14, acme)])
  t.deepEqual(text.split(/\n+/), [...asRead, 'Former posts:', ...acme])
})

test('a table in the main text is read separately from the side bar', async (t) => {
  const side = [
    'Contact',
    'Berlin',
    'Skills',
    'Go',
    'Kubernetes',
    'Terraform',
    'Redis',
    'Languages',
    'English',
    'German',
  ]
  const text = await readPage([
    ...lines(30, 64, 25, side),
    ...lines(140, 60, 14, acme),
    ...placeTable(110, 6, () => 0, 140),
    ...lines(140, 290, 14, globex),
  ])
  t.deepEqual(text.split(/\n+/), [...side, ...acme, ...asRead, ...globex])
})

test('jobs between their dates and places are not read as a table', async (t) => {
  const posts = [0, 1, 2].flatMap((at): Placed[] => [
    [50, 100 + at * 50, `${2020 - at}`],
    ...lines(120, 100 + at * 50, 13, [`Engineer, Company ${at}`, 'Kept services alive', 'Wrote runbooks']),
    [{ end: 540 }, 100 + at * 50, 'Berlin'],
  ])
  const text = await readPage(posts)
  for (const at of [0, 1, 2]) t.regex(text, new RegExp(`Engineer, Company ${at} Berlin`))
})
