/**
 * Compares the words of a possible name with the candidate's addresses and handles: 'Алина Петрова' and
 * `alina.petrova@…`.
 *
 * Pure.
 */
import { plainLetters } from '../mentions.ts'
import type { Agrees } from './person.ts'

/**
 * Matches only at the beginning of a word, because starting at each letter of a long word would take 64 times as long.
 */
const mailboxPattern = /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-]{1,64})@/u
/**
 * Links to profiles. Only the first ones in a text are the candidate's own; those at the end may belong to references.
 */
const profilePath =
  /\b(?:linkedin\.com\/in|github\.com|gitlab\.com|behance\.net|medium\.com|indeed\.com\/r|t\.me|vk\.com|facebook\.com|twitter\.com)\/@?([\p{L}\p{N}_.-]{2,60})/giu
const profilesMax = 4

/** Letters that e-mail and web addresses spell out. */
const writtenOut: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  å: 'aa',
  æ: 'ae',
  ł: 'l',
  ı: 'i',
}

/** Cyrillic letters as people write them in addresses: 'Юлия' is in 'yulia', 'julija' and 'iuliia'. */
const romanised: Record<string, string> = Object.fromEntries(
  `а:a б:b в:[vw] г:[gh] ґ:g д:d е:y?e|ie ё:y?[eo] є:[iyj]?e ж:zh?|j з:z и:[iy] і:[iy] ї:y?i й:[yij]? к:[kc] л:l м:m н:n о:o
  п:p р:r с:s т:t у:[uy] ф:f|ph х:kh?|h ц:ts|c ч:ch ш:sh щ:shch|sch|sh ъ:.? ы:[yi] ь:[yi]? э:e ю:[iyj]?u я:[iyj]?a`
    .split(/\s+/)
    .map((pair) => [pair[0]!, `(?:${pair.slice(2)})`]),
)
/** Shorter names are found in many addresses by chance. */
const romanisedMin = 4

/**
 * Returns the part before the @ in a text's first e-mail address, and a function that returns whether this part or the
 * text's profile links contain a word.
 */
export function readAddresses(head: string): { mailbox: string; agrees: Agrees } {
  const mailbox = mailboxPattern.exec(head)?.[1] ?? ''
  const profiles = Array.from(head.matchAll(profilePath), ([, handle]) => handle!).slice(0, profilesMax)
  return { mailbox, agrees: createAgreement([mailbox, ...profiles].map(plainLetters).join(' ')) }
}

function createAgreement(handles: string): Agrees {
  const known = new Map<string, boolean>()
  const isIn = (word: string): boolean => {
    if (/^[\p{Script=Cyrillic}ʼ’'-]+$/u.test(word)) return isRomanised(word.toLowerCase(), handles)
    const folded = word.toLowerCase().replace(/[äöüßøåæłı]/g, (letter) => writtenOut[letter]!)
    return [word, folded].map(plainLetters).some((letters) => letters.length > 1 && handles.includes(letters))
  }
  return (word) => {
    const agrees = known.get(word) ?? (handles !== '' && isIn(word))
    known.set(word, agrees)
    return agrees
  }
}

function isRomanised(word: string, handles: string): boolean {
  const letters = [...word].flatMap((letter) => romanised[letter] ?? [])
  return letters.length >= romanisedMin && new RegExp(letters.join('')).test(handles)
}
