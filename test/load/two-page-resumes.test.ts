/** The resumes with which `make bench` measures costs have the claimed length, and no two of them are the same. */
import test from 'ava'
import { bestMatches } from '../../load/peers/bm25.ts'
import { read } from '../tools/reading.ts'
import { occupations, twoPageResume } from '../tools/samples/two-page-resumes.ts'

const resumesOfEach = 6

test('each resume is different and has two pages with 500 to 900 words that the service reads', async (t) => {
  t.is(new Set(occupations.map(({ name }) => name)).size, 10)
  const texts = new Set<string>()
  for (const occupation of occupations) {
    t.true(occupation.criteria.length >= 5, occupation.name)
    for (let number = 0; number < resumesOfEach; number += 1) {
      const file = twoPageResume(occupation, `candidate-${number}`)
      t.is(file.toString('latin1').split('/Type /Page ').length - 1, 2)
      const { resume, findings } = await read(file)
      t.deepEqual(findings, [], 'no line is outside the page')
      const { text } = resume
      const words = text.split(/\s+/).length
      t.true(words >= 500 && words <= 900, `${occupation.name} ${number}: ${words} words`)
      texts.add(text.split('\n').slice(2).join('\n'))
    }
  }
  t.is(texts.size, resumesOfEach * occupations.length)
})

test('the same name gives the same resume', (t) => {
  const [occupation] = occupations
  t.deepEqual(twoPageResume(occupation!, 'candidate'), twoPageResume(occupation!, 'candidate'))
})

test('a line without a word of the criterion scores 0, and a line with more of its words scores higher', (t) => {
  const lines = ['Reconciled bank accounts each month', 'Reconciled a ledger', 'Led a team']
  const [none, some, more] = bestMatches(['Welding', 'Reconciled invoices', 'Reconciled bank accounts'], lines)
  t.is(none, 0)
  t.true(some! > 0 && some! < more!)
})
