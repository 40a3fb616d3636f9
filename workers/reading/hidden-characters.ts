/**
 * Removes invisible characters, and flags text that gives instructions to a machine.
 *
 * Only removes characters. The phrases of instructions are in checks/prompt-injection-phrases.ts. The reader of each
 * format detects text that is hidden by its colour, size or position.
 */
import { findingOf } from '../findings.ts'
import type { IntegrityFinding, IntegrityReason } from '../tasks.ts'
import { hasInjectionPhrase } from '../checks/prompt-injection-phrases.ts'

/** Returns the members of a character class that match these scripts. */
function scripts(...names: string[]): string {
  return names.map((name) => `\\p{Script=${name}}`).join('')
}

const joiningScripts = scripts(
  ...['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu'],
  ...['Kannada', 'Malayalam', 'Sinhala', 'Khmer'],
)
const unjoined = `[${scripts('Latin', 'Cyrillic', 'Greek')}\\p{N}]`
const rightToLeft = new RegExp(`[${scripts('Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko')}]`, 'u')
/** Scripts without spaces, in which U+200B marks word breaks (UAX #14, class ZW). */
const unspaced = new RegExp(`[${scripts('Thai', 'Lao', 'Khmer', 'Myanmar')}]`, 'u')

/** The flags of England, Scotland and Wales, for which alone tag characters are recommended (UTS #51, annex C.1). */
const regionalFlags = ['gbeng', 'gbsct', 'gbwls'].map((region) => {
  const tags = [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  return `\u{1f3f4}${tags.join('')}\u{e007f}`
})

/**
 * Invisible characters that affect the shape of visible ones: emoji joiners, joiners in joining scripts, regional
 * flags.
 */
const shaping = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  `(?<=[${joiningScripts}]\\p{M}*)[\\u200c\\u200d]`,
  ...regionalFlags,
].join('|')

const tags = '\\u{e0000}-\\u{e007f}'
const bidiControls = '\\u202a-\\u202e\\u2066-\\u2069'
/** Two variation selectors in a row have no effect on the text. They can only encode hidden data. */
const selectorRun = '[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]{2,}'
/**
 * Format characters that have no effect on the shape of others: soft hyphens, zero-width characters, direction marks,
 * annotations, music.
 */
const shapeless =
  '\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}'

const invisible = new RegExp(`(${shaping})|[${shapeless}${bidiControls}${tags}]|${selectorRun}`, 'gu')
const shapingOnly = new RegExp(shaping, 'gu')
const tagCharacter = new RegExp(`[${tags}]`, 'u')
const selectors = new RegExp(selectorRun, 'u')
const override = /[\u202d\u202e]/
const bidiControl = new RegExp(`[${bidiControls}]`, 'u')
const splitWord = /[\p{L}\p{N}][\u200b\u2060-\u2064\ufeff\u180e]+[\p{L}\p{N}]/u
const splitByJoiner = new RegExp(`${unjoined}[\\u200c\\u200d]+${unjoined}`, 'u')

/**
 * Returns the text without invisible characters, and the reasons to suspect that some of them were used to hide text.
 */
export function stripInvisible(text: string): { text: string; suspicions: IntegrityReason[] } {
  // The replacement is a string, because V8 collects all matches before it calls a replacement function. A million
  // marks would then take half of a thread's memory.
  const clean = text.replace(invisible, '$1')
  return { text: clean, suspicions: clean === text ? [] : suspicionsOf(text.replace(shapingOnly, '')) }
}

/**
 * Returns the reasons to suspect that a text's invisible characters hide something. A byte order mark at the start,
 * soft hyphens and direction marks are no such reason, because ordinary documents contain them.
 */
function suspicionsOf(text: string): IntegrityReason[] {
  const isBidi = override.test(text) || (bidiControl.test(text) && !rightToLeft.test(text))
  const isZeroWidth = splitByJoiner.test(text) || (splitWord.test(text) && !unspaced.test(text))
  return [
    ...(tagCharacter.test(text) ? ['tag_characters' as const] : []),
    ...(selectors.test(text) ? ['variation_selectors' as const] : []),
    ...(isBidi ? ['bidi' as const] : []),
    ...(isZeroWidth ? ['zero_width' as const] : []),
  ]
}

/** Returns a text's findings. `clean` and `suspicions` are the results of `stripInvisible`. */
export function textFindings(clean: string, suspicions: IntegrityReason[]): IntegrityFinding[] {
  const findings = suspicions.map(findingOf)
  return hasInjectionPhrase(clean) ? [...findings, findingOf('instruction_phrase')] : findings
}
