/** Periods as people write them. Each is read in its own resume, as the period of an employment. */
import test from 'ava'
import { readResume } from '../../../../workers/engines/embedded/matching/application.ts'
import { writtenPeriods } from './written-periods.ts'
import { cpuMsOf } from '../../../tools/cpu-time.ts'

const latest = 2026 * 12

const monthText = (month: number | null): string =>
  month === null ? 'now' : `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

/** Returns the periods of a resume's employments. */
function periodsOf(resume: string): string[] {
  const { employments } = readResume(resume, latest)
  return employments.flatMap(({ periods }) => periods.map(({ from, to }) => `${monthText(from)} ${monthText(to)}`))
}

const resumeWith = (dates: string, more = ''): string =>
  `Dana Whitfield\nEXPERIENCE\nSenior Backend Engineer, Harbour Freight Systems\n${dates}\nRan payment services.\n${more}`

for (const [language, table] of Object.entries(writtenPeriods)) {
  test(`periods are read as written: ${language}`, (t) => {
    for (const line of table.trim().split('\n')) {
      const [form, expected] = line.split(' => ').map((part) => part.trim()) as [string, string]
      t.deepEqual(periodsOf(resumeWith(form)), [expected], form)
      t.deepEqual(periodsOf(resumeWith(`Engineer, Acme Ltd (${form})`)), [expected], `in brackets: ${form}`)
    }
  })
}

test('the table contains at least 150 forms in seven languages', (t) => {
  const forms = Object.values(writtenPeriods).flatMap((table) => table.trim().split('\n'))
  t.true(new Set(forms).size >= 150, `${new Set(forms).size}`)
  t.true(Object.keys(writtenPeriods).length >= 7)
})

test('the order of day and month is inferred from the other dates in the resume', (t) => {
  const ambiguous = '03/04/2017 - 05/06/2019'
  const other = (dates: string): string => `Junior Engineer, Quill\n${dates}\nWrote reports.`
  t.is(periodsOf(resumeWith(ambiguous, other('14/02/2012 - 30/11/2016')))[0], '2017-04 2019-06')
  t.is(periodsOf(resumeWith(ambiguous, other('02/14/2012 - 11/30/2016')))[0], '2017-03 2019-05')
  t.is(periodsOf(resumeWith(ambiguous))[0], '2017-04 2019-06')
  // In dates with full stops, the day comes first.
  t.is(periodsOf(resumeWith('03.04.2017 - 05.06.2019', other('02/14/2012 - 11/30/2016')))[0], '2017-04 2019-06')
})

test('text that only resembles a period is not read as one', (t) => {
  const lines = [
    ...[
      'Raised sales in Q3 2019 by a tenth',
      'A team of 12 to 30 people',
      'Built release 2.3.2017',
      'Budget of $2017 - $2019',
    ],
    ...[
      'Call 555-2017',
      'Marathon 2019',
      'Founded in May 2010',
      'Served 2,017 to 2,019 guests',
      '20 - 25 tickets a day',
    ],
    ...['Moved 2018 pallets a day', 'ISO 9001:2015', 'Windows 2000 / 2003 servers', 'Graduated 06/2014', 'Open 9 - 17'],
    ...['Cut costs by 2019 to 40 %', 'From 20 to 50 users', 'Room 2010, floor 3', 'May 2018', '2019'],
  ]
  for (const line of lines) t.deepEqual(periodsOf(resumeWith(`- ${line}`)), [], line)
})

test('text that is made to keep the search for dates busy takes no longer than other text', (t) => {
  const parts = [
    '1.',
    '2017-',
    '01/',
    '2017 – ',
    'Mar ',
    "'17",
    '2017年',
    'Q1',
    '~',
    'since 2017 ',
    '1. 2. ',
    'März 20',
    '(2017',
  ]
  for (const part of parts) {
    t.true(cpuMsOf(() => periodsOf(part.repeat(Math.ceil(50_000 / part.length)))) < 5_000, part)
  }
})
