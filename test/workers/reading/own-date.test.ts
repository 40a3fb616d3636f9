/** When a resume states its own date, and when a date in it belongs to something else. */
import test from 'ava'
import { ownDate } from '../../../workers/reading/own-date.ts'
import { cpuMsOf } from '../../tools/cpu-time.ts'

const today = Date.UTC(2024, 5, 1)
const dayOf = (text: string): string | null => {
  const date = ownDate(text, today)
  return date === null ? null : new Date(date).toISOString().slice(0, 10)
}

const head = (line: string): string => `Jane Doe\n${line}\nNurse, Acme Clinic, 2011 - present`
const foot = (line: string): string =>
  `Jane Doe\n${Array.from({ length: 20 }, (_, index) => `Duty ${index}`).join('\n')}\n${line}`

const own: [text: string, expected: string][] = [
  [head('Updated January 2015'), '2015-01-31'],
  [head('Last updated: 15 Jan. 2015'), '2015-01-15'],
  [head('Last Revised 3/2016'), '2016-03-31'],
  [head('As of June 5th, 2014'), '2014-06-05'],
  [head('Resume (updated 2015)'), '2015-12-31'],
  [head('CURRICULUM VITAE – March 2016'), '2016-03-31'],
  [head('Lebenslauf, Stand: Januar 2015'), '2015-01-31'],
  [head('Zuletzt aktualisiert am 03.02.2017'), '2017-03-02'],
  [head('Mis à jour le 12 février 2018'), '2018-02-12'],
  [head('Última actualización: marzo de 2016'), '2016-03-31'],
  [head('Atualizado em março de 2017'), '2017-03-31'],
  [head('Aggiornato al 5 maggio 2019'), '2019-05-05'],
  [head('Bijgewerkt op 3 mei 2018'), '2018-05-03'],
  [head('Ostatnia aktualizacja: 5 stycznia 2016'), '2016-01-05'],
  [head('Дата обновления: 12 марта 2018'), '2018-03-12'],
  [head('更新日期：2016年3月'), '2016-03-31'],
  [head('更新日 2016年3月5日'), '2016-03-05'],
  ['Jane Doe | Updated January 2015\nNurse since 2011', '2015-01-31'],
  [foot('Updated 2015-04-30 Page 2 of 2'), '2015-04-30'],
  [foot('Place: Pune Date: 25/03/2015'), '2015-03-25'],
  [foot('Date: 25/03/2015\nPlace: Pune'), '2015-03-25'],
  [foot('Berlin, den 15. Januar 2015'), '2015-01-15'],
  [foot('Hamburg, 15.01.2015'), '2015-01-15'],
  [foot('Expected graduation: 2017\nUpdated May 2015'), '2015-05-31'],
]

for (const [text, expected] of own) {
  test(`the resume's own date is found: ${text.split('\n').at(1)} … ${text.split('\n').at(-1)}`, (t) => {
    t.is(dayOf(text), expected)
  })
}

const others: string[] = [
  head('Nurse, January 2015 to present'),
  head('Date of birth: 12 March 1985'),
  head('DOB: 12/03/1985'),
  head('Updated January 2015 price lists for 40 shops'),
  head('First Aid (updated January 2015)'),
  head('© 2015 Resume Templates Inc.'),
  head('Resume template, copyright 2015'),
  head('Joined in January 2015'),
  head('Available from 01/2015'),
  head('Updated January 2035'),
  head('Updated May 2024'),
  head('Updated 31/31/2015'),
  `${head('Updated January 2015')}\nHead nurse, Globex, 2018 - 2021`,
  `${Array.from({ length: 14 }, () => 'Led a ward.').join('\n')}\nUpdated January 2015\n${'Ran a clinic.\n'.repeat(8)}`,
  foot('BLS certification, updated January 2015'),
  foot('Leeds University, June 2015'),
  foot('Certified Nurse, 12 May 2015'),
  foot('References on request'),
  'Release notes, updated January 2015, 4,000 pages\nNurse',
]

for (const text of others) {
  test(`the resume does not state its own date: ${text.split('\n').at(1)} … ${text.split('\n').at(-1)}`, (t) => {
    t.is(dayOf(text), null)
  })
}

test('text that is made to keep the search busy takes no longer than other text', (t) => {
  const hostile = 'Resume updated January '.repeat(40_000) + '\n' + 'resume date: 1/1/2015,\n'.repeat(20_000)
  t.true(cpuMsOf(() => ownDate(hostile, today)) < 2_000)
})
