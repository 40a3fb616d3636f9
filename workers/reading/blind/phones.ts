/**
 * Finds phone numbers in a text.
 *
 * Pure. libphonenumber-js checks a number against a country's numbering plan; this module decides which numbers to
 * check. Most resumes omit the country code, so a number after a label or in a contact line is accepted without a
 * check.
 */
import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js/min'
import { findAll, isInHead, type Mention, type Place } from './mentions.ts'
import { sourceOf } from './name-words.ts'
import { lineAround, standsAlone } from './segments.ts'

type Plan = typeof import('libphonenumber-js/min')
const require = createRequire(import.meta.url)
/** Loaded only when a number must be checked, because its 93 files take a sixth of a thread's start-up time. */
let loaded: Plan | undefined
const plan = (): Plan => (loaded ??= require('libphonenumber-js/min') as Plan)

const between = '(?:[ .·~–‐‑−－-]|\\\\,){0,3}'
const number = [
  // '030/1234567': a slash is part of a number only after an area code.
  `0\\d{2,4} ?/ ?\\d(?:${between}\\d){4,10}`,
  // '(555) 123-4567', '+49 (0)30 1234567': a parenthesis at the start, or after the country code.
  `(?:\\+ ?)?(?:\\d{1,3}${between})?[(（]\\+?\\d{1,5}[)）]${between}\\d(?:${between}\\d){3,12}`,
  // '+49) 171 5550142'
  `\\+ ?\\d{1,3}[)）]${between}\\d(?:${between}\\d){6,12}`,
  // '0049/171/5550142'
  `00\\d{1,3} ?/ ?\\d{2,5} ?/ ?\\d(?:${between}\\d){4,9}`,
  // '+49/171/5550142', '+49 171/5550142', '+49 (171) / 555 0142'
  `\\+ ?\\d{1,3}[ /]{0,3}\\(?\\d{1,5}\\)? ?/ ?\\d(?:${between}\\d){4,9}`,
  `(?:\\+ ?)?\\d(?:${between}\\d){6,14}`,
].join('|')
/**
 * Does not match part of a longer number, an amount or a decimal. A number can begin with a plus directly after a
 * letter ('Home+49 30 1234567'). '7836091588,9470447541' are two numbers.
 */
const numberLike = new RegExp(
  `(?=[+(（\\d])(?:(?=\\+ ?\\d)(?<![\\d+])|(?<![\\p{N}$€£]|(?<![\\d+])\\d{1,4}[.,]|\\p{N}-|\\p{L}\\+?))(?:${number})(?!\\p{N}|\\p{L}{2}|%|[.,]\\d{1,3}(?!\\d))`,
  'gu',
)
const phoneWords = sourceOf('phone label')
const phoneLabel = new RegExp(`(?:${phoneWords})[^\\d]{0,16}$|(?:^|[\\s|])(?:[tmphc]|ph)[:.] ?$|\\([mrhoc]\\) ?$`, 'iu')
/** '7003828672 (M)': a label after the number. */
const phoneMark = /^ ?\((?:[mrhoc]|mob(?:ile)?|res|off)\)/i
/** North American numbers: groups of three, three and four digits (NANP). */
const northAmerican =
  /^(?:\+?1[ .-]?)?\(?\d{3}\)?[ .·-]{1,3}\d{3}[ .·-]{1,3}\d{4}$|^(?:\+?1[ .-]?)?\(\d{3}\)\d{3}-\d{4}$/
/** Brazilian numbers: '(11) 95555-0142'. */
const brazilian = /^\(\d\d\) ?(?:9 ?)?\d{4}[ -]\d{4}$/
/** French numbers: '06.12.34.56.78'. */
const french = /^0\d(?:[ .-]\d\d){4}$/
const dateLike = new RegExp(
  '^\\d{1,2}\\.\\d{1,2}\\.? ?[–-] ?\\d{1,2}\\.\\d{1,2}\\.?$|(?<!\\d)(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}[./-](?:19|20)\\d\\d|' +
    '(?:19|20)\\d\\d ?[-–/. ]{1,2} ?(?:\\d{1,2}|(?:19|20)\\d\\d))(?!\\d)',
)
/** The text between two numbers in a list. */
const nextInList =
  /^(?:\([^()\n]{0,12}\))?[\s,/\\&;|+:-]{1,6}(?:or|and|und|oder|et|ou|y|ó|o|e|of|en|lub|i|или|и|або|veya|或)?\s?$/iu

/** Returns the phone numbers in a text, from any country. */
export function findPhones(place: Place): Mention[] {
  const { text } = place
  const plans = createPlans()
  const found: Mention[] = []
  const numbers = findAll(text, numberLike, 'PHONE')
  for (const [at, mention] of numbers.entries()) {
    const last = found.at(-1)
    const isNext = last !== undefined && isListed(text, last, mention)
    const next = numbers[at + 1]
    // '600 010 204 or 600 010 205' is a single entry in a list of contacts.
    const entry = next && isListed(text, mention, next) ? { ...mention, end: next.end } : mention
    if (isPhone(mention, entry, place, isNext, plans)) found.push(mention)
  }
  return found
}

function isListed(text: string, one: Mention, other: Mention): boolean {
  return other.start - one.end < 20 && nextInList.test(text.slice(one.end, other.start))
}

/**
 * Returns whether a mention is a phone number. `entry` covers the mention and, if a word such as 'or' follows, the next
 * number.
 */
function isPhone(mention: Mention, entry: Mention, place: Place, isNext: boolean, plans: Plans): boolean {
  const { text } = place
  const { start, end } = mention
  const value = text.slice(start, end)
  const digits = value.replace(/\D/g, '').length
  // ITU-T E.164: a number has at most 15 digits. With fewer than 7, it is an extension, a year or an amount.
  if (digits < 7 || digits > 15) return false
  if (/^[(（]?\+/.test(value)) return digits > 7
  if ([northAmerican, brazilian, french].some((form) => form.test(value))) return true
  if (dateLike.test(value)) return false
  if (isNext && digits > 7) return true
  if (phoneLabel.test(text.slice(Math.max(0, start - 30), start))) return true
  if (phoneMark.test(text.slice(end, end + 9))) return true
  // Pages of a journal: '1316–1325'.
  if (/^\d{3,5}–\d{3,5}$/.test(value)) return false
  // A number that begins with the prefix for a domestic (0) or an international (00) call.
  if (/^0{1,2}[1-9]/.test(value.replace(/\D/g, '')) && digits > 8 && digits < 15) return true
  // '178-1685-3813 jane@example.com'
  if (
    digits > 7 &&
    (/^[^\p{L}\p{N}\n]{0,3}\S{1,64}@/u.test(text.slice(end, end + 70)) ||
      /@\S{4,64} $/.test(text.slice(Math.max(0, start - 70), start)))
  )
    return true
  if (isInHead(place, start) && endsLineOfHead(text, mention) && plans.hold(value)) return true
  const areMarks = /^\d{1,3}(?: \d{1,3}){4}/.test(value)
  if (digits < 8 || areMarks || !standsAlone(text, entry)) return false
  return isInHead(place, start) || lineAround(text, start).includes('@') || plans.hold(value)
}

/**
 * Returns whether a number is the last word in its line, after a name or a town: 'Jane Doe 7875951147', 'Springfield
 * 7875951147'.
 */
function endsLineOfHead(text: string, { start, end }: Mention): boolean {
  const before = text.slice(Math.max(0, start - 24), start)
  return /\p{Lu}\p{L}{2,}[.,]? $/u.test(before) && /^\d{10,11}\s*(?:\n|$)/.test(text.slice(start, end + 2))
}

/**
 * The countries that most resumes without a country code come from. A number alone on its line, outside the contact
 * sections, is checked against the plan of each.
 */
const countries: CountryCode[] = ['US', 'IN', 'GB', 'CN', 'BR', 'DE', 'FR', 'PK', 'NG', 'PH']
/** A text with more numbers of this kind is a table. */
const triesMax = 50

type Plans = { hold: (value: string) => boolean }

/**
 * Returns a function that returns whether a number is valid in one of the `countries`. After `triesMax` calls, it
 * always returns false.
 */
function createPlans(): Plans {
  let tries = 0
  return {
    hold(value) {
      tries += 1
      return (
        tries <= triesMax && countries.some((country) => plan().parsePhoneNumberFromString(value, country)?.isValid())
      )
    },
  }
}
