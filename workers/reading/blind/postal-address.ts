/**
 * Finds postal addresses: streets with a number, post codes with a town, and labelled addresses.
 *
 * Pure. A town or a country on its own stays, because a criterion may ask where the candidate works.
 */
import { findAll, findInHeads, type Mention, type Place } from './mentions.ts'

const word = "\\p{Lu}[\\p{L}.'’-]{0,30}"
const town = `${word}(?: ${word}){0,2}`
const streetEnds =
  'Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Place|Pl|Square|Sq|Terrace|Parkway|' +
  'Pkwy|Highway|Hwy|Crescent|Close|Gardens|Circle'
const flat = '(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor)\\.? ?[\\w-]{1,8}|,? #[\\w-]{1,8})?'
const ukCode = '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}'
const zipTown = `${town}, (?:[A-Z]{2}|${word}) \\d{5}(?:-\\d{4})?`
const codeTown = `(?:[A-Z]{1,2}-)?\\d{4,5}(?: [A-Z]{2})? ${town}`
/** What may follow a street: town and code, in either order, after a comma, a bar or the end of a line. */
const tail = `(?:\\s?[,|·•]?\\s(?:${zipTown}|${codeTown}|${town},? ${ukCode}|${ukCode})(?![\\p{L}\\p{N}]))`
const romance =
  '(?:rue|avenue|av\\.|boulevard|bd|chemin|place|allée|impasse|quai) ' +
  `(?:(?:de la|de|du|des) |d['’]|l['’])?${word}(?: ${word}){0,3}`
const named =
  '(?:Calle|C/|Avenida|Avda\\.?|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|ul\\.|ulica) (?:(?:d[aeo]s?|dell?[aeo]?|la|los|las) ){0,2}' +
  `${word}(?: [\\p{L}.]{1,30}){0,3},? ?(?:n[º°.] ?)?\\d{1,4}`
const germanicEnds = '(?:[Ss]traße|[Ss]trasse|[Ss]tr\\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|straat|laan|gatan)'
const germanic = `(?:\\p{Lu}\\p{L}{1,20}[ -]){0,2}\\p{L}{0,25}${germanicEnds} ?\\d{1,4} ?[a-z]?`

const start = '(?<![\\p{L}\\p{N}])'
const end = '(?![\\p{L}\\p{N}])'
const streets = [
  `\\d{1,5}[A-Za-z]?,? (?:(?:${word}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}(?:${streetEnds})(?![\\p{L}\\p{N}])\\.?${flat}`,
  `\\d{1,4}(?: ?(?:bis|ter))?,? ${romance}`,
  named,
  germanic,
]

const labels = 'address|anschrift|adresse|dirección|indirizzo|endereço|adres|адрес|地址|住所'
/** The line after the label, and the next one where that holds a code. */
const labelled = new RegExp(
  `^(?:home |postal |mailing |permanent |current )?(?:${labels})\\s?[:：]\\s?` +
    `(?<value>\\S[^\\n|]{3,160}(?:\\n(?![^\\n]*[:：@+(])[^\\n]{0,60}(?:\\d{4,5}|${ukCode})[^\\n]{0,60})?)`,
  'gimu',
)
const postBox = /(?<![\p{L}])(?:P\.? ?O\.? Box|Postfach) \d{1,6}(?!\d)/giu
/** Sure anywhere: a street with its town, and a town with its ZIP code. */
const whole = [...streets.map((street) => `${start}${street}${tail}`), `${start}${zipTown}${end}`].map(compiled)
/** Sure only in a resume's head, as a segment of their own: '5 Google Drive' is an address there and nowhere else. */
const inHead = [...streets, codeTown, ukCode]
  .map((pattern) => `${start}${pattern}(?=\\s?(?:$|[|•·,;(\\n]))`)
  .map(compiled)

type Form = { pattern: RegExp; rarePart: RegExp }

/** A form that may begin with any word is slow to search for; a text without its rare part does not hold it. */
function compiled(form: string): Form {
  const rarePart = form.includes(germanicEnds) ? `${germanicEnds} ?\\d` : '\\d'
  return { pattern: new RegExp(form, 'gu'), rarePart: new RegExp(rarePart, 'u') }
}

/** The addresses of a text, the longest form first. */
export function findAddresses(place: Place): Mention[] {
  const { text } = place
  return [
    ...[labelled, postBox].flatMap((pattern) => findAll(text, pattern, 'ADDRESS')),
    ...whole.flatMap((form) => (form.rarePart.test(text) ? findAll(text, form.pattern, 'ADDRESS') : [])),
    ...inHead.flatMap(({ pattern }) => findInHeads(place, pattern, 'ADDRESS')),
  ].filter(({ start, end }) => !beginsWithYear.test(text.slice(start, end)))
}

/** '2019 Berlin' is a time and a place. */
const beginsWithYear = /^(?:19|20)\d\d /
