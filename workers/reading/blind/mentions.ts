/**
 * Mentions, the stretches of a text that identify a person, and the plain search for them.
 *
 * Pure. Owns no pattern; those are in contact-details.ts, postal-address.ts and person-name.ts.
 */

export type Placeholder = 'NAME' | 'EMAIL' | 'PHONE' | 'LINK' | 'ADDRESS' | 'BIRTH_DATE' | 'ID_NUMBER' | 'PRONOUN'

/** A stretch of a text (UTF-16 offsets) that identifies a person. */
export type Mention = { start: number; end: number; placeholder: Placeholder }

/** A stretch of whole lines. */
export type Section = { start: number; end: number }

/** The context that a match is judged by: the sections of contact details in which text, and whose name it may contain. */
export type Place = { text: string; heads: Section[]; nameParts: string[] }

/** Whether an offset is in a section of contact details. */
export function isInHead({ heads }: Place, at: number): boolean {
  return heads.some(({ start, end }) => at >= start && at < end)
}

/** The mentions that a pattern finds in the sections of contact details. */
export function findInHeads({ text, heads }: Place, pattern: RegExp, placeholder: Placeholder): Mention[] {
  return heads.flatMap((head) =>
    findAll(text.slice(head.start, head.end), pattern, placeholder).map(({ start, end }) => ({
      start: head.start + start,
      end: head.start + end,
      placeholder,
    })),
  )
}

/** The mentions that a pattern finds; where it has a group `value`, only that group. */
export function findAll(text: string, pattern: RegExp, placeholder: Placeholder): Mention[] {
  // Most texts hold none, and `matchAll` makes a pattern of its own before it looks.
  if (text.search(pattern) < 0) return []
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
