/**
 * The parts of a cell that are in different rows of a page are read together: stacked dates, and labels for groups of
 * rows.
 */
import test from 'ava'
import { lines, type Placed, readPage } from '../../../support/reading/placed.ts'

const jobs = ['Forklift Supervisor, Harbour Systems', 'Reach Truck Operator, Quayside Logistics', 'Picker, Dock Stores']
const duties = ['Led a team of twelve operators.', 'Trained new colleagues.', 'Packed orders for export.']
const years = ['2019 - 2024', '2015 – 2019', '2012-2015']

/** Jobs with years in the margin, and text in small type below the years. */
const withBelow = (below: string[][]): Placed[] =>
  jobs.flatMap((job, at): Placed[] => [
    [50, 100 + at * 40, years[at]!],
    ...below[at]!.map((text, part): Placed => [52 + part * 36, 111 + at * 40, text, 7]),
    [150, 100 + at * 40, job],
    [150, 112 + at * 40, duties[at]!],
  ])

test('months below the years of a job are read before its title', async (t) => {
  const months = [
    ['Mar', 'Jun'],
    ['avril', 'févr.'],
    ['Juli', 'März'],
  ]
  const text = await readPage(withBelow(months))
  const expected = jobs.flatMap((job, at) => [`${years[at]} ${months[at]!.join(' ')} ${job}`, duties[at]])
  t.deepEqual(text.split(/\n+/), expected)
})

test('other words below the years are read where they are', async (t) => {
  const text = await readPage(withBelow([['Bristol'], ['Cardiff'], ['Newport']]))
  t.false(text.includes('2024 Bristol Forklift'), text)
})

const cells = [
  ['2006 - 2009', 'Harbour School', 'general', 'leaving certificate'],
  ['2009 - 2013', 'Harbour College', 'logistics', 'bachelor'],
  ['2013 - 2015', 'Harbour University', 'logistics', 'master'],
  ['2015 - 2019', 'Dock Stores', 'picker', 'stock'],
  ['2019 - 2024', 'Harbour Systems', 'supervisor', 'safety'],
]
const table = cells.flatMap((row, at): Placed[] =>
  row.map((text, column): Placed => [[120, 220, 330, 420][column]!, 100 + at * 22, text]),
)
const rows = cells.map((row) => row.join(' '))

test('a label that is centred next to its rows is read before the first of them', async (t) => {
  const text = await readPage([...table, [50, 122, 'School'], [50, 177, 'Work']])
  t.deepEqual(text.split(/\n+/), [`School ${rows[0]}`, rows[1], rows[2], `Work ${rows[3]}`, rows[4]])
})

test('a label next to the first of its rows is read there', async (t) => {
  const text = await readPage([...table, [50, 100, 'School'], [50, 166, 'Work']])
  t.deepEqual(text.split(/\n+/), [`School ${rows[0]}`, rows[1], rows[2], `Work ${rows[3]}`, rows[4]])
})

test('a label in a margin next to prose is read with the line beside it', async (t) => {
  const prose = [...duties, ...duties, ...duties]
  const text = await readPage([
    ...lines(150, 100, 14, prose),
    [50, 100, 'Profile'],
    [50, 142, 'Career'],
    [50, 184, 'Other'],
  ])
  t.regex(text, /^Profile\s+Led[^]*Career\s+Led[^]*Other\s+Led/)
})
