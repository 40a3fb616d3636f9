/**
 * Builds patterns from lists of phrases.
 *
 * Notation: phrases separated by semicolons, each matched as whole words and in any case. `*` after a letter stands for
 * the rest of a word; a phrase may contain regular expressions.
 */

/** Returns the source of a pattern that finds any of the phrases. */
export function phraseSource(list: string): string {
  const alternatives = list
    .trim()
    .replace(/\|\n\s*/g, '|')
    .replace(/\s+/g, ' ')
    .replace(/; /g, '|')
    .replace(/(?<=\p{L})\*/gu, '\\p{L}*')
  return String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`
}

/** Returns a pattern that finds any of the phrases anywhere in a text. */
export function phrases(list: string): RegExp {
  return new RegExp(phraseSource(list), 'iu')
}

/** Returns a pattern that finds any of the phrases at the beginning of a text, after any marks. */
export function openingPhrases(list: string): RegExp {
  return new RegExp(String.raw`^[^\p{L}\p{N}]*${phraseSource(list)}`, 'iu')
}
