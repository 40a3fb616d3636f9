/** Resumes in every format, layout and language come out as a person reads them; broken ones end in a code. */
import test from 'ava'
import { parse } from '../../support/reading.ts'
import { makeCorpus } from '../../support/eval/reading/corpus.ts'
import { compare } from '../../support/eval/reading/figures.ts'
import { makeHostile } from '../../support/eval/reading/hostile.ts'

const corpus = await makeCorpus({ scans: false })

for (const [format, entries] of Map.groupBy(corpus, ({ format }) => format)) {
  test(`${format}: every word is read, in order, and nothing that is hidden`, async (t) => {
    t.timeout(120_000)
    for (const { name, bytes, expected, hides } of entries) {
      const outcome = await parse(bytes)
      if (!outcome.ok) return t.fail(`${name}: ${outcome.code}, ${outcome.message}`)
      const { text } = outcome.value.resume
      t.deepEqual(compare(text, expected), { recall: 1, precision: 1, order: 1 }, name)
      t.false(hides !== undefined && text.includes(hides), name)
      t.deepEqual(outcome.value.flags, hides === undefined ? [] : ['HIDDEN_TEXT'], name)
    }
  })
}

const codes = /^(read|RESUME_(EMPTY|ENCRYPTED|CORRUPTED|TOO_LARGE|CONVERSION_FAILED|PARSE_FAILED))$/

for (const [format, entries] of Map.groupBy(makeHostile(corpus), ({ format }) => format)) {
  test(`${format}: a broken file ends in a code of the contract`, async (t) => {
    t.timeout(120_000)
    for (const { name, bytes } of entries) {
      const outcome = await parse(bytes)
      t.regex(outcome.ok ? 'read' : outcome.code, codes, name)
    }
  })
}
