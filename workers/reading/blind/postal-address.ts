/**
 * Finds postal addresses: streets with a house number, postcodes with a town, and addresses after a label.
 *
 * Pure. A town or a country alone is kept, because a criterion may ask where the candidate works.
 */
import { neverNames, sourceOf } from './name-words.ts'
import { findAll, findInHeads, type Mention, type Place } from './mentions.ts'

const word = "\\p{Lu}[\\p{L}.'’-]{0,30}"
const town = `${word}(?: ${word}){0,2}`
const streetEnds =
  'Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Place|Pl|Square|Sq|Terrace|Parkway|' +
  'Pkwy|Highway|Hwy|Crescent|Close|Gardens|Circle'
const flat = '(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor)\\.? ?[\\w-]{1,8}|,? #[\\w-]{1,8})?'
const ukCode = '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}'
const zipTown = `${town}, (?:[A-Z]{2}|${word}) \\d{5}(?:-\\d{4})?`
const codeTown = `(?:[A-Z]{1,2}-)?\\d{4,5}(?: [A-Z]{2})?,? ${town}`
/**
 * The end of an address after the street: a town and a postcode, in either order, after a comma, a bar or a line break.
 */
const tail = `(?:\\s?[,|·•]?\\s(?:${zipTown}|${codeTown}|${town},? ${ukCode}|${ukCode})(?![\\p{L}\\p{N}]))`
const romance =
  '(?:[Rr]ue|[Aa]venue|[Aa]v\\.|[Bb]oulevard|[Bb]d|[Cc]hemin|[Pp]lace|[Aa]llée|[Ii]mpasse|[Qq]uai|[Rr]oute) ' +
  `(?:(?:de la|de|du|des) |d['’]|l['’])?${word}(?: ${word}){0,3}`
const named =
  '(?:Calle|C/|Avenida|Avda\\.?|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|Travessa|Largo|Praça|R\\.|Av\\.|ul\\.|ulica|al\\.|os\\.|Carrera|Cra\\.|Cl\\.) (?:(?:d[aeo]s?|dell?[aeo]?|la|los|las) ){0,2}' +
  `${word}(?: [\\p{L}.]{1,30}){0,3},? ?(?:[nN][º°.]? ?|#)?\\d{1,4}[a-zA-Z]?(?:/\\d{1,4}[a-z]?)?(?: ?m\\. ?\\d{1,3})?`
const turkishEnds = '(?:Mah(?:\\.|allesi)|Cad(?:\\.|desi)|Sok(?:\\.|ak|ağı)|Sk\\.|Bulv(?:\\.|arı))'
const turkish = `(?:${word} ){1,3}${turkishEnds}(?:,? (?:${word} ){0,3}${turkishEnds})?,? ?(?:No ?[:.]? ?)?\\d{1,4}(?:/\\d{1,4})?(?: ?[DK][:.] ?\\d{1,3})?`
const slavic =
  '(?:ул|пр|пр-т|просп|пер|наб|ш|бул|вул)\\.? ?\\p{Lu}[\\p{L} -]{2,30},? ?(?:д(?:\\.|ом)? ?)?\\d{1,4}[а-я]?(?:,? ?(?:к|корп|стр)\\.? ?\\d{1,3})?(?:,? ?кв\\.? ?\\d{1,4})?'
const germanicEnds = '(?:[Ss]traße|[Ss]trasse|[Ss]tr\\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|straat|laan|gatan)'
const germanic = `(?:\\p{Lu}\\p{L}{1,20}[ -]){0,2}\\p{L}{0,25}${germanicEnds} ?\\d{1,4} ?[a-zA-Z]?`

/** 'Am Anger 3, 10115 Berlin': any words and a number before a postcode and its town. */
const numbered = `(?:${word}[ -]){1,3}\\d{1,4} ?[a-zA-Z]?(?:/\\d{1,4})? ?,?\\s{1,2}(?!(?:19|20)\\d\\d )(?:[A-Z]{1,2}-)?\\d{4,5},? ${town}`

const start = '(?<![\\p{L}\\p{N}])'
const end = '(?![\\p{L}\\p{N}])'
const streets = [
  `\\d{1,5}[A-Za-z]?,? (?:(?:${word}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}(?:${streetEnds})(?![\\p{L}\\p{N}])\\.?${flat}`,
  `\\d{1,4}(?: ?(?:bis|ter))?,? ${romance}`,
  named,
  germanic,
  turkish,
  slavic,
]

const labels = sourceOf('address label')
/** The line after the label, and the next line if it contains a postcode. */
const labelled = new RegExp(
  `^(?:home |postal |mailing |permanent |current )?(?:${labels})\\s?[:：]\\s?` +
    `(?<value>\\S(?:(?! - [^\\n:：-]{1,8}[:：])[^\\n|]){3,160}(?:\\n(?![^\\n]*[:：@+(])[^\\n]{0,60}(?:\\d{4,5}|${ukCode})[^\\n]{0,60})?)`,
  'gimu',
)
const postBox = /(?<![\p{L}])(?:P\.? ?O\.? Box|Postfach) \d{1,6}(?!\d)/giu
/** Patterns that are certain anywhere in a resume: a street with its town, and a town with its ZIP code. */
const whole = [...streets.map((street) => `${start}${street}${tail}`), `${start}${zipTown}${end}`].map(compiled)
/**
 * Patterns that are certain only in a contact section, between separators. Elsewhere, '5 Google Drive' is not an
 * address.
 */
const inHead = [numbered, ...streets, codeTown, ukCode]
  .map((pattern) => `${start}${pattern}(?=\\s?(?:$|[|•·,;(\\n]))`)
  .map(compiled)

const han = '\\p{Script=Han}'
const places = `(?:[${han}々ヶ]{1,8}[省市区區县縣州都道府県町村郡]){1,4}`
const houses =
  '(?:[\\d０-９]|[一二三四五六七八九十]+(?=[丁目番地号號弄巷栋棟幢楼樓室层層座单單元])){1,5}(?:[-－−‐丁目番地号號弄巷栋棟幢楼樓室层層座单單元之 ]{1,3}[\\d０-９]{0,5}){0,5}'
/** 〒100-0000 東京都…, 北京市海淀区…路1号: certain anywhere because of the house number. */
const eastern = [
  new RegExp(`〒 ?\\d{3}-?\\d{4}(?:\\s?${places}[^\\n|•]{0,40})?`, 'gu'),
  new RegExp(`${places}[${han}々ヶ\\p{Script=Katakana}ー]{0,14}${houses}`, 'gu'),
  /(?:\p{Script=Hangul}{1,4}(?:시|도|특별시|광역시) )?(?:\p{Script=Hangul}{1,5}[시군구] ){1,2}\p{Script=Hangul}{1,8}(?:로|길|동)\d{0,3}(?:번?길)? ?\d{1,4}(?:-\d{1,4})?(?:번지)?/gu,
]
/** Postcodes of countries in which the whole address is usually on one line. */
const codes = [
  '(?<=^|, ?|\\d )\\d{2}-\\d{3} \\p{Lu}\\p{L}', // Poland
  '\\d{4}-\\d{3}(?: -)? \\p{Lu}\\p{L}', // Portugal
  '\\d{5}-\\d{3}(?!\\d)', // Brazil
  '[ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d', // Canada
  '\\p{L}{3,}\\.?\\)? ?[-–—] ?\\d{3} ?\\d{3}(?!\\d)|(?:[Pp]in|PIN)(?: ?[Cc]ode| ?CODE)?[ .:-]{0,3}\\d{3} ?\\d{3}(?!\\d)', // India
  'Singapore[ ,(]{1,3}\\d{3} ?\\d{3}(?!\\d)',
  '(?:-(?:ku|shi|cho|machi|gun)|-chome)[^\\n|•]{0,40}\\d{3}-\\d{4}(?!\\d)', // Japan
].join('|')
const coded: Form = {
  pattern: new RegExp(
    `(?<=^|[|•·\\t:：]\\s{0,2})(?![^\\n|•·]{0,120}(?:@|https?:))[^\\n|•·:：]{0,120}?(?:${codes})[^\\n|•·:：@+]{0,40}(?=$|[|•·\\n])`,
    'gmu',
  ),
  rarePart: /\d\d-\d{3}|[A-Z]\d[A-Z] ?\d[A-Z]|\d{3} ?\d{3}(?!\d)/,
}

type Form = { pattern: RegExp; rarePart: RegExp }

/**
 * Compiles a pattern, together with a rare part that every match contains. A pattern that can begin with any word is
 * slow, and is not tried in a text without its rare part.
 */
function compiled(form: string): Form {
  const ends = [germanicEnds, turkishEnds].find((each) => form.includes(each))
  const rarePart = ends ? `${ends}.{0,6}\\d` : form.includes('кв') ? '[а-я]' : '\\d'
  return { pattern: new RegExp(form, 'gu'), rarePart: new RegExp(rarePart, 'u') }
}

/** Returns the addresses in a text, the longest patterns first. */
export function findAddresses(place: Place): Mention[] {
  const { text } = place
  return [
    ...[labelled, postBox].flatMap((pattern) => findAll(text, pattern, 'ADDRESS')),
    ...whole.flatMap((form) => (form.rarePart.test(text) ? findAll(text, form.pattern, 'ADDRESS') : [])),
    ...(hasHan.test(text) ? eastern.flatMap((pattern) => findAll(text, pattern, 'ADDRESS')) : []),
    ...[coded, ...inHead].flatMap((form) =>
      form.rarePart.test(text) ? findInHeads(place, form.pattern, 'ADDRESS') : [],
    ),
  ].filter(({ start, end }) => !isOther(text.slice(start, end)))
}

const hasHan = /[\p{Script=Han}\p{Script=Hangul}]/u

/**
 * Returns whether a match is not an address: '2019 Berlin' is a year and a place, '2101 Education' a number and a
 * heading.
 */
function isOther(found: string): boolean {
  const heading = /^\d{4,5} (\p{L}+)$/u.exec(found)?.[1]
  return beginsWithYear.test(found) || (heading !== undefined && neverNames.has(heading.toLowerCase()))
}

const beginsWithYear = /^(?:19|20)\d\d,? /
