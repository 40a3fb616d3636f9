/**
 * Converts a text to the form that a reader perceives, so that it can be searched for instructions to the scorer.
 *
 * Such text may contain full-width letters, letters of other alphabets that look Latin, accents on every letter, soft
 * hyphens, underscores and letter spacing. A reader or a model still understands it, but a search does not find its
 * words. The result is only searched and never shown or quoted.
 */
import unhomoglyph from 'unhomoglyph'
import { orderWords } from './order-words.ts'

/** Returns the text and, if it differs, the text without disguises. */
export function readingsOf(text: string): string[] {
  const plain = withoutDisguises(text)
  return plain === text ? [text] : [text, plain]
}

function withoutDisguises(text: string): string {
  return text
    .replace(/[^\p{ASCII}]/gu, plainly)
    .replaceAll('_', ' ')
    .replace(spacedLetters, closedUp)
}

// ── characters ─────────────────────────────────────────────────────────────────────────────────────

const known = new Map<string, string>()
/** When the map reaches this size, it is cleared, so that a malicious text cannot fill the memory. */
const knownMax = 5_000
/**
 * The maximum number of letters in a ligature. A single character that is a whole Arabic sentence exceeds it and is
 * left unchanged.
 */
const lettersMax = 4

/** Returns the letters that a character is or resembles, without accents; empty for an invisible character. */
function plainly(character: string): string {
  const remembered = known.get(character)
  if (remembered !== undefined) return remembered
  if (known.size >= knownMax) known.clear()
  const letters = bare(character)
  const plain = letters.length > lettersMax ? character : Array.from(letters, latinOf).join('')
  known.set(character, plain)
  return plain
}

const bare = (text: string): string => text.normalize('NFKD').replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')

const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'
const theirLetters = 'abcdefghijklmnoprstuvwyz'

/** Returns the ASCII letter that a letter resembles. Cyrillic к does not resemble one, but its capital does. */
function latinOf(letter: string): string {
  if (!/\p{L}/u.test(letter)) return letter
  const shapeOf = (form: string) => bare(unhomoglyph(form))
  // Unicode's data maps a capital I to a small l, because they look alike.
  const own = shapeOf(letter) === 'l' ? shapeOf(letter.toLowerCase()) : shapeOf(letter)
  const shapes = [own, theirLetters[smallCapitals.indexOf(letter)] ?? '', shapeOf(letter.toUpperCase())]
  return shapes.find((shape) => /^[a-z]+$/i.test(shape)) ?? letter
}

// ── letter spacing ─────────────────────────────────────────────────────────────────────────────────

/** Single letters and digits with one to three marks or blanks between them: "i g n o r e", "i.g.n.o.r.e". */
const spacedLetters = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}\n]{1,3}[\p{L}\p{N}](?![\p{L}\p{N}])){3,}/gu
const gaps = /[^\p{L}\p{N}]+/gu

/**
 * Words in addition to `orderWords`. If all gaps in spaced letters are equally wide, only known words show where a word
 * ends; the longest ones are used.
 */
const furtherWords = `assign award bypass consider disregard forget full grade grant hired highest ignore instructions
  mark marks maximum override rules selected shortlisted treat`.split(/\s+/)
const wordsOfOrders = new RegExp(
  [...orderWords, ...furtherWords].sort((one, other) => other.length - one.length).join('|'),
  'gi',
)

function closedUp(letters: string): string {
  const words = letters.replace(gaps, (gap) => (gap.length > 1 ? gap.trim() || ' ' : ''))
  return words.includes(' ') ? words : words.replace(wordsOfOrders, ' $& ')
}
