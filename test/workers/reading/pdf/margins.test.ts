/** Dates and headings in the margin are read with the entries beside them. */
import test from 'ava'
import type { Segment } from '../../../../workers/reading/pdf/boxes.ts'
import { readRows } from '../../../../workers/reading/pdf/columns/columns.ts'
import type { Row } from '../../../../workers/reading/pdf/page-rows.ts'
import { acme, globex, initech, lines, readPage } from '../../../support/reading/placed.ts'

/** Returns a row of text in 10 pt. Letters are as wide as they are high, as in Japanese. */
function row(top: number, ...cells: [left: number, text: string][]): Row {
  const [bottom, em] = [top + 12, 10]
  const segments = cells.map(([left, text]): Segment => ({
    left,
    right: left + text.length * em,
    top,
    bottom,
    em,
    text,
  }))
  return { segments, top, bottom, em }
}

const textOf = (rows: Row[]): string[] => readRows(rows).map(({ text }) => text)

test('a table of years and months is read row by row, with centred and right-aligned words', (t) => {
  const rows = [
    row(80, [70, '年'], [120, '月'], [325, '学歴・職歴']),
    row(102, [340, '学歴']),
    row(124, [70, '2008'], [120, '4'], [160, '港湾高等学校'], [230, '入学']),
    row(146, [70, '平成23年'], [120, '3月'], [160, '港湾高等学校'], [230, '卒業']),
    row(168, [340, '職歴']),
    row(190, [70, '2011'], [120, '4'], [160, '港湾システム株式会社'], [300, '倉庫部に配属']),
    row(212, [70, '2019'], [120, '6'], [160, '倉庫主任に昇格']),
    row(234, [340, '以上']),
  ]
  t.deepEqual(
    textOf(rows),
    rows.map(({ segments }) => segments.map(({ text }) => text).join(' ')),
  )
})

test('an entry without a date, or with a date that is not level with any of its lines, does not move other dates', async (t) => {
  const posts = [...acme, ...globex, ...initech]
  const text = await readPage([
    ...posts.flatMap((post, at) => [
      ...lines(50, 100 + at * 50 + (at === 4 ? 6 : 0), 12, [`20${10 + at} - 20${11 + at}`, 'Berlin']),
      ...lines(150, 100 + at * 50, 12, [post, `It was my task number ${at + 1}`, 'with a team of six people']),
    ]),
  ])
  const read = text.split(/\n+/)
  for (const [at, post] of posts.entries()) {
    const [date, job] = [
      read.findIndex((line) => line.includes(`20${10 + at} - `)),
      read.findIndex((line) => line.includes(post)),
    ]
    t.true(Math.abs(job - date) <= 2, `${post}: ${job - date} lines from its date`)
  }
})

test('months in small type below their years are read with them, before the entry', async (t) => {
  const entries = [acme, globex, initech]
  const text = await readPage([
    [180, 80, 'Experience', 13],
    ...entries.flatMap(([first, second, third], at) => [
      ...lines(85, 120 + at * 50, 12, [`20${12 + at} - 20${13 + at}`]),
      ...([
        [88, 134 + at * 50, 'March', 5],
        [127, 134 + at * 50, 'June', 5],
      ] as [number, number, string, number][]),
      ...lines(180, 120 + at * 50, 12, [first, second, third]),
    ]),
  ])
  t.deepEqual(
    text.split(/\n+/).filter((line) => line !== 'Experience'),
    entries.flatMap(([first, ...others], at) => [`20${12 + at} - 20${13 + at} March June ${first}`, ...others]),
  )
})

test('a name and a title are read first, and the text below them is not split where a side bar starts', async (t) => {
  const main = [...acme, ...globex, ...initech, 'Kept the runbooks up to date', 'Reviewed the plans of others']
  const bar = ['Profile', 'Reliable and quick', 'Skills', 'Go and Rust', 'Kubernetes', 'Languages', 'Swedish']
  const text = await readPage([
    [230, 20, 'Nora Lindqvist', 24],
    [230, 54, 'Senior Engineer', 11],
    [230, 82, 'Experience', 13],
    ...lines(230, 105, 14, main),
    ...lines(50, 127, 17, bar),
  ])
  const read = text.split(/\n+/)
  t.deepEqual(read.slice(0, 2), ['Nora Lindqvist', 'Senior Engineer'])
  const from = read.indexOf('Experience')
  t.deepEqual(read.slice(from + 1, from + 1 + main.length), main)
})
