/**
 * Patterns made of lists of phrases.
 *
 * Owns the notation: phrases with a semicolon between them, each found as whole words and in any case. `*`
 * after a letter stands for the rest of a word; regular expressions are allowed inside a phrase.
 */

/** The source of a pattern that finds any of the phrases. */
export function phraseSource(list: string): string {
  const alternatives = list
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/; /g, '|')
    .replace(/(?<=\p{L})\*/gu, '\\p{L}*')
  return String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`
}

/** A pattern that finds any of the phrases anywhere in a text. */
export function phrases(list: string): RegExp {
  return new RegExp(phraseSource(list), 'iu')
}

/** A pattern that finds any of the phrases at the beginning of a text, marks before it read over. */
export function openingPhrases(list: string): RegExp {
  return new RegExp(String.raw`^[^\p{L}\p{N}]*${phraseSource(list)}`, 'iu')
}
