/**
 * Defines mentions, which are stretches of text that identify a person, and the basic search for them.
 *
 * Pure. The patterns are in contact-details.ts, postal-address.ts and person-name.ts.
 */

export type Placeholder = 'NAME' | 'EMAIL' | 'PHONE' | 'LINK' | 'ADDRESS' | 'BIRTH_DATE' | 'ID_NUMBER' | 'PRONOUN'

/** A stretch of text (UTF-16 offsets) that identifies a person. */
export type Mention = { start: number; end: number; placeholder: Placeholder }

/** A stretch of text that consists of whole lines. */
export type Section = { start: number; end: number }

/**
 * The context in which a match is judged. `heads` are the contact sections of the text, and `nameParts` the words of
 * the candidate's name.
 */
export type Place = { text: string; heads: Section[]; nameParts: string[] }

/** Returns whether an offset is in a contact section. */
export function isInHead({ heads }: Place, at: number): boolean {
  return heads.some(({ start, end }) => at >= start && at < end)
}

/** Returns a pattern's matches inside the contact sections. */
export function findInHeads({ text, heads }: Place, pattern: RegExp, placeholder: Placeholder): Mention[] {
  return heads.flatMap((head) =>
    findAll(text.slice(head.start, head.end), pattern, placeholder).map(({ start, end }) => ({
      start: head.start + start,
      end: head.start + end,
      placeholder,
    })),
  )
}

/** Returns a pattern's matches. If the pattern has a group named `value`, each mention covers only that group. */
export function findAll(text: string, pattern: RegExp, placeholder: Placeholder): Mention[] {
  // This check saves time: most texts contain no match, and `matchAll` copies the pattern before it searches.
  if (text.search(pattern) < 0) return []
  return Array.from(text.matchAll(pattern), (match) => {
    const value = match.groups?.['value'] ?? match[0]
    const start = match.index + match[0].lastIndexOf(value)
    return { start, end: start + value.length, placeholder }
  })
}

const otherDigits = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/g

/** Returns the text, at its original length, with the digits of other scripts as ASCII digits. */
export function plainDigits(text: string): string {
  return text.search(otherDigits) < 0 ? text : text.replace(otherDigits, (digit) => String(zeroDistance(digit)))
}

/**
 * Unicode has the ten digits of a script in order, and the zeros of these scripts at multiples of 16, or 6 above one.
 */
function zeroDistance(digit: string): number {
  return (digit.charCodeAt(0) - (/[०-९০-৯]/.test(digit) ? 6 : 0)) % 16
}

/** Returns the letters and digits of a text, in lower case and without accents, as in addresses and user names. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
