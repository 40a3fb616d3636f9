/** The lists of words in `workers/language/words/`: no phrase occurs twice, and each can be found. */
import test from 'ava'
import fc from 'fast-check'
import { allLists, asWords, patternOf } from '../../../workers/language/words.ts'

const lists = [...allLists].flatMap(([language, kinds]) =>
  Array.from(kinds, ([kind, lines]) => ({ language, kind, lines, where: `${language}.txt, ${kind}` })),
)
/** Lists of words that are compared word by word and not used as patterns. */
const compared = /^(?:meaning|function|filler|generic|synonyms|own stem|same beginning|level \d|degree field)$/

/** Lists that are compared with headings from which capitals, accents and punctuation have been removed. */
const folded = /^heading /

test('no phrase occurs twice in a list, or in lists of the same kind for two languages', (t) => {
  const twice = lists.flatMap(({ language, kind, lines, where }) => {
    const others = lists.filter((list) => list.kind === kind && list.language < language)
    const known = new Set(others.flatMap((list) => list.lines))
    return lines
      .filter((line, at) => lines.indexOf(line) !== at || (known.has(line) && !compared.test(kind)))
      .map((line) => `${where}: ${line}`)
  })
  t.deepEqual(twice, [])
})

test('each phrase refers only to lists that exist', (t) => {
  const kinds = new Set(lists.map(({ kind }) => kind))
  const unknown = lists.flatMap(({ lines, where }) =>
    lines
      .filter((line) => Array.from(line.matchAll(/\{([a-z][a-z ]*)\}/g)).some(([, kind]) => !kinds.has(kind!)))
      .map((line) => `${where}: ${line}`),
  )
  t.deepEqual(unknown, [])
})

/** Returns the index after the end of the group that begins at `at`. */
function endOfGroup(pattern: string, at: number): number {
  let depth = 0
  for (let end = at; end < pattern.length; end++) {
    if (pattern[end] === '\\') end += 1
    else if (pattern[end] === '(') depth += 1
    else if (pattern[end] === ')' && --depth === 0) return end + 1
  }
  return pattern.length
}

/**
 * Returns a pattern for generating examples of a phrase. A positive lookahead becomes part of the phrase, and other
 * lookarounds are removed.
 */
function examplesOf(pattern: string): string {
  const at = pattern.search(/\(\?<?!|\(\?<=/)
  if (at >= 0) return examplesOf(pattern.slice(0, at) + pattern.slice(endOfGroup(pattern, at)))
  return pattern
    .replaceAll('(?=', '(?:')
    .replace(/\[(\^?)\\p\{L\}(?:\\p\{N\})?/g, '[$1a-z')
    .replaceAll('\\p{L}', '[a-z]')
    .replaceAll('\\p{Ll}', '[a-z]')
    .replaceAll('\\p{Lu}', '[A-Z]')
    .replaceAll('\\S', '[a-z]')
    .replaceAll(/\\W\*?|\\b|[\^$](?![^[]*\])/g, '')
}

test('each phrase matches text that contains it as whole words', (t) => {
  const never = lists
    .filter(({ kind }) => !compared.test(kind))
    .flatMap(({ kind, lines, where }) =>
      lines
        .filter((line) => {
          const pattern = patternOf(line)
          const texts = fc.sample(fc.stringMatching(new RegExp(`^(?:${examplesOf(pattern)})$`)), {
            numRuns: 40,
            seed: 1,
          })
          const found = new RegExp(asWords(pattern), 'u')
          return !texts.some((text) => found.test(text) && (!folded.test(kind) || !/[\p{Lu}À-ɏ'’]/u.test(text)))
        })
        .map((line) => `${where}: ${line}`),
    )
  t.deepEqual(never, [])
})

test('a list that is compared word by word contains only words, and no patterns', (t) => {
  const odd = lists
    .filter(({ kind }) => compared.test(kind) && kind !== 'degree field')
    .flatMap(({ kind, lines, where }) =>
      lines
        .flatMap((line) => (kind === 'meaning' ? line.replace(/^[^:]+: /, '') : line).split(' '))
        .filter((word) => !/^[\p{L}\p{N}'’.-]+$/u.test(word))
        .map((word) => `${where}: ${word}`),
    )
  t.deepEqual(odd, [])
})
