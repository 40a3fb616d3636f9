/**
 * Resumes in every format, layout and language are read as a person reads them, without hidden text, and broken files
 * get the right code.
 */
import test from 'ava'
import { parse } from '../../tools/reading.ts'
import { makeCorpus, makeHiding } from '../../tools/eval/reading/corpus.ts'
import { compare } from '../../tools/eval/reading/figures.ts'
import { makeBroken, makeDamaged } from '../../tools/eval/reading/hostile.ts'

const corpus = await makeCorpus({ scans: false })
const hiding = await makeHiding()
const broken = [...(await makeBroken()), ...makeDamaged(corpus)]
const whole = { recall: 1, precision: 1, order: 1 }

for (const [format, entries] of Map.groupBy([...corpus, ...hiding], ({ format }) => format)) {
  test(`${format}: every word is read in order, and no hidden text is read`, async (t) => {
    t.timeout(300_000)
    for (const { name, bytes, expected, hides, flags } of entries) {
      const outcome = await parse(bytes)
      if (!outcome.ok) return t.fail(`${name}: ${outcome.code}, ${outcome.message}`)
      const { text } = outcome.value.resume
      t.deepEqual(compare(text, expected), whole, name)
      t.false(hides !== undefined && text.includes(hides), name)
      t.deepEqual(outcome.value.flags, flags, name)
    }
  })
}

for (const [format, files] of Map.groupBy(broken, ({ format }) => format)) {
  test(`${format}: a broken file gets the right code`, async (t) => {
    t.timeout(300_000)
    for (const { name, bytes, ends } of files) {
      const outcome = await parse(bytes)
      const end = outcome.ok ? 'read' : outcome.code
      t.true(ends.includes(end), `${name}: ${end} instead of ${ends.join(' or ')}`)
    }
  })
}
