/** The lists of words for blind scoring: no phrase occurs twice, and each can match. */
import { join } from 'node:path'
import test from 'ava'
import { readLists } from '../../../../workers/language/words.ts'

const folder = join(import.meta.dirname, '../../../../workers/reading/blind/words')
const entries = [...readLists(folder)].flatMap(([language, lists]) =>
  [...lists].flatMap(([kind, phrases]) =>
    phrases.map((phrase) => ({
      language,
      kind,
      phrase,
      isPattern: kind === 'title' || /label|introduction/.test(kind),
    })),
  ),
)

test('no phrase of a kind occurs twice', (t) => {
  const twice = [...Map.groupBy(entries, ({ kind, phrase }) => `${kind}: ${phrase}`)].filter(
    ([, all]) => all.length > 1,
  )
  t.deepEqual(
    twice.map(([name]) => name),
    [],
  )
})

test('every phrase can match: words are in lower case and without spaces, and patterns compile', (t) => {
  t.true(entries.length > 1_500)
  for (const { language, kind, phrase, isPattern } of entries)
    if (isPattern) t.notThrows(() => new RegExp(phrase, 'iu'), `${language}, ${kind}: ${phrase}`)
    else t.is(phrase, phrase.toLowerCase().replaceAll(' ', ''), `${language}, ${kind}`)
})
