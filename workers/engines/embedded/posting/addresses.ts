/**
 * Removes web and e-mail addresses from a job description's statements if they only accompany the text.
 *
 * A statement about the address itself ("apply at …", "learn more: …") keeps the address, which marks the statement as
 * noise.
 *
 * Without this module, four requirements in 40 unedited descriptions are missed (`make eval ABLATE=all`).
 */
import { phrasesOf } from '../../../language/words.ts'

const address = String.raw`(?:(?:https?:\/\/|www\.)[^\s<>()[\]]{1,2000}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})`
const bracketed = new RegExp(String.raw`\s?[([][^()[\]]{0,200}?${address}[^()[\]]{0,200}[)\]]`, 'giu')
const anyAddress = new RegExp(
  String.raw`\s{0,3}(?:(?:[,–:-]|\b(?:see|at|via|on|from|cf\.?|siehe|voir|ver))\s{0,3}){0,2}${address}`,
  'giu',
)
/** "Familiar with www.salesforce.com tools": an address used as a name. */
const named =
  /(?<=\b(?:with|of|in|using|mit|von|avec|de|con)\s)(?:https?:\/\/)?(?:www\.)?(?<host>[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})\/?(?=\s\p{L})/giu
const hasAddress = new RegExp(address, 'iu')

const contact = phrasesOf('contact')

/** Returns the statement without addresses, unless it is about an address or nothing else remains. */
export function withoutAddresses(statement: string): string {
  if (!hasAddress.test(statement)) return statement
  const bare = statement.replace(bracketed, '')
  const rest = bare.replace(named, '$<host>').replace(anyAddress, '')
  const isAbout = bare !== rest && contact.test(rest)
  return isAbout || !/\p{L}{2}.*\p{L}/u.test(rest) ? statement : rest.replace(/\s+/g, ' ').trim()
}
