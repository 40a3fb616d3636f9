/**
 * Mentions, the stretches of a text that identify a person, and the plain search for them.
 *
 * Pure. Owns no pattern; those are in contact-details.ts, postal-address.ts and person-name.ts.
 */

export type Placeholder = 'NAME' | 'EMAIL' | 'PHONE' | 'LINK' | 'ADDRESS' | 'BIRTH_DATE' | 'PRONOUN'

/** A stretch of a text (UTF-16 offsets) that identifies a person. */
export type Mention = { start: number; end: number; placeholder: Placeholder }

/**
 * The context that a match is judged by: where in which text it is, and whose name it may contain. Every head is whole
 * lines, and none goes beyond `headsEnd`.
 */
export type Place = { text: string; isHead: (at: number) => boolean; headsEnd: number; nameParts: string[] }

/** The mentions that a pattern finds; where it has a group `value`, only that group. */
export function findAll(text: string, pattern: RegExp, placeholder: Placeholder): Mention[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const value = match.groups?.['value'] ?? match[0]
    const start = match.index + match[0].lastIndexOf(value)
    return { start, end: start + value.length, placeholder }
  })
}

/** Only the letters and digits, in lower case and without accents, as they appear in addresses and handles. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
