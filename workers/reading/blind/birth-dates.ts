/**
 * Finds birth dates: a date after a label, in the labels and formats of many languages.
 *
 * Pure. Keeps a date without a label that is not at the top of the resume, because it could be any date.
 */
import { findAll, findInHeads, type Mention, type Place, plainLetters } from './mentions.ts'
import { sourceOf } from './name-words.ts'
import { standsAlone } from './segments.ts'

const labels = sourceOf('birth label')
/** Other words in a birth date's label: 'Geburtsdatum /-ort', 'Birth & Age', '(d/m/y)'. */
const more = '(?: ?(?:/|,|&|und|and|et|y|e|i|ve) ?-?[a-z]{2,12}(?: of birth)?| ?\\([^()\\n]{0,20}\\))?'
const month = '\\p{L}[\\p{L}\\p{M}]{2,11}\\.?'
const day = '\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?'
const dates = [
  '\\d{4} ?年 ?\\d{1,2} ?月(?: ?\\d{1,2} ?日)?',
  '(?:昭和|平成|令和) ?\\d{1,2} ?年 ?\\d{1,2} ?月(?: ?\\d{1,2} ?日)?',
  '\\d{4} ?년 ?\\d{1,2} ?월(?: ?\\d{1,2} ?일)?',
  `${day}[ -]{1,3}(?:of |de )?${month}[ ,.-]{1,3}(?:de |del )?\\d{4}`,
  `${day}[ /-]${month}[ /-]['’]?\\d{2,4}`,
  `\\p{L}[\\p{L}\\p{M}]{2,11}(?:[ -]|\\. ?)${day}[ ,-]{1,2}\\d{4}`,
  '\\d{1,4} ?[./:-] ?\\d{1,2} ?[./:-] ?\\d{1,4}\\.?',
  '(?:19|20)\\d\\d[./-]\\d{1,2}',
  // A month and a year.
  '\\d{1,2} ?[./-] ?(?:19|20)\\d\\d',
  `${month}[ ,.-]{1,3}(?:of |de |del )?(?:19|20)\\d\\d`,
  '(?:19|20)\\d\\d',
].join('|')
/**
 * Case is ignored only in the labels. With the `i` flag for the whole pattern, V8 takes 100 ms to compile its Unicode
 * classes.
 */
const labelled = new RegExp(
  `(?:${labels})${more}(?:\\\\q?quad|[\\s】］\\])}{|:：=*_"'&-]){0,12}(?<value>(?-i:${dates}))(?!\\d)`,
  'giu',
)

/** The possible birth years of applicants. Other full dates at the top of a resume are rarely from these years. */
const birthYear = '(?:19[4-9]\\d|200\\d|201[01])'

/** 'Born in Leeds on 25 April 1994': words before a whole date. */
const whole = [
  `${day} ?(?:of |de |di )?${month} (?:de |del )?\\d{4}`,
  `${day}[ /-]${month}[ /-]\\d{2,4}`,
  `${month} ${day},? \\d{4}`,
  '\\d{1,2}[./-] ?\\d{1,2}[./-] ?(?:19|20)?\\d\\d',
  '(?:19|20)\\d\\d[./-]\\d{1,2}[./-]\\d{1,2}',
].join('|')
const placed = new RegExp(
  `(?<!\\p{L})(?:${labels}|${sourceOf('birth verb')})(?!\\p{Ll})(?:[^\\d\\n.]|\\.(?! )){1,30}(?<!\\d)(?<value>${whole})(?!\\d)`,
  'giu',
)

/**
 * Matches a table that was extracted column by column. The label is in a block of labels, and the first date in the
 * block of values below is taken to be its value.
 */
const inColumn = new RegExp(
  `^(?:${labels})\\s?[:：]\\s?-?\\s*\\n(?:[^\\n]{0,40}[:：]\\s?-?\\s*\\n){1,12}(?:[^\\n]{1,60}\\n+){1,8}?(?<value>(?-i:${dates}))\\s*(?=\\n)`,
  'giu',
)
const columnUnits = 1_000
/** '생년월일' among other labels, and '1998.03.06' on a line below. */
const bareColumn = new RegExp(
  `^(?:${labels})\\s?[:：]?\\s*\\n(?:[^\\n]{0,60}\\n+){0,20}?(?<value>(?:\\d{1,2}[./-]\\d{1,2}[./-]${birthYear}|${birthYear}[./-]\\d{1,2}[./-]\\d{1,2}|${day} (?:de )?${month} (?:de )?${birthYear}))\\s*(?=[\\n,])`,
  'giu',
)

/** 1998年8月5日生, 1994년생, 1994년 (만 29세), 男/1990 */
const eastern = new RegExp(
  '(?<value>(?:昭和|平成|令和) ?\\d{1,2} ?年 ?\\d{1,2} ?月 ?\\d{1,2} ?日)(?= ?生)|' +
    '(?<!\\d)(?<value>\\d{4} ?(?:[(（][^()（）]{2,6}[)）] ?)?[年년](?: ?\\d{1,2} ?[月월](?: ?\\d{1,2} ?[日일])?)?)(?= ?[生생](?!\\p{L})| ?\\((?:[만満满] ?\\d|\\d\\d ?[세岁歳]))|' +
    '(?<!\\d)(?:19|20)\\d\\d[./-]\\d{1,2}[./-]\\d{1,2}(?= ?(?:[男女남여]|\\(\\d\\d ?[세岁歳]))|(?<=[/|,，·\\s][男女남여][/|,，·\\s]{1,3})(?:19|20)\\d\\d(?!\\d)',
  'gu',
)
const unlabelled = new RegExp(
  `(?<![\\d./-])(?:\\d{1,2}[./-] ?\\d{1,2}[./-] ?${birthYear}|${birthYear}[./-] ?\\d{1,2}[./-] ?\\d{1,2}\\.?|${day} (?:of |de )?${month} (?:de )?${birthYear})(?![\\d./-])`,
  'gu',
)
/** 'jane@example.com 10/07/1994', '+43 676 4603620 { 24. 07. 2002' */
const afterContact = /(?:@\S+|\d{4,})[^\p{L}\p{N}\n–-]*$/u
/** '24.06.2001 in Graz' */
const birthPlace = /^ (?:in|à|a|en|em|w) \p{Lu}[\p{L} ]{1,20}(?=$|[\n|,])/u

/**
 * Every label contains one of these parts. To save time, labels are searched for only in a line that contains such a
 * part, and in the next line.
 */
const stem =
  /birth|born|d\.? ?o\.? ?b|geb|naiss|n[eé]e? ?(?:le|\()|nac[i.]|f\.? ?nac|nasc|nat[oa] (?:il|a|in|nel)|urodz|(?<![a-z])ur\.|f[øö]d|synt|naro[zd]|születés|naște|doğum|γέν|рожд|родил|народ|lahir|(?<![a-z])ttl|sinh|出生|生 ?年|생 ?년|ميلاد|לידה|जन्म|เกิด/gi

/** Returns every occurrence of the birth dates. The labels are not included, because they reveal nothing. */
export function findBirthDates(place: Place): Mention[] {
  const { text, nameParts } = place
  const isAlone = ({ start, end, placeholder }: Mention): boolean => {
    const [before, after] = [text.slice(Math.max(0, start - 40), start), text.slice(end, end + 70)]
    if (afterContact.test(before) || /^ \S+@\S/.test(after)) return true
    if (nameParts.includes(plainLetters(/(\S+) $/.exec(before)?.[1] ?? ''))) return true
    // An icon font's letter before the date: 'Deutschland Q 09. August 1998'.
    if (/ \p{Lu} $/u.test(before) && /^\s*(?:\n|$)/.test(after)) return true
    return standsAlone(text, { start, end: end + (birthPlace.exec(after)?.[0].length ?? 0), placeholder })
  }
  const found = [
    ...findAll(text, eastern, 'BIRTH_DATE'),
    ...findInHeads(place, unlabelled, 'BIRTH_DATE').filter(isAlone),
  ]
  let done = 0
  for (const { index } of text.matchAll(stem)) {
    if (index < done) continue
    const start = text.lastIndexOf('\n', index) + 1
    const lineEnd = text.indexOf('\n', index)
    const nextEnd = lineEnd < 0 ? -1 : text.indexOf('\n', lineEnd + (text[lineEnd + 1] === '\n' ? 2 : 1))
    done = lineEnd < 0 ? text.length : lineEnd
    const mentions = [
      ...findAll(text.slice(start, nextEnd < 0 ? text.length : nextEnd), labelled, 'BIRTH_DATE'),
      ...findAll(text.slice(start, lineEnd < 0 ? text.length : lineEnd), placed, 'BIRTH_DATE'),
      ...findAll(text.slice(start, start + columnUnits), inColumn, 'BIRTH_DATE'),
      ...findAll(text.slice(start, start + columnUnits), bareColumn, 'BIRTH_DATE'),
    ]
    found.push(...mentions.map((mention) => ({ ...mention, start: start + mention.start, end: start + mention.end })))
  }
  const whole = new Set(found.map(({ start, end }) => text.slice(start, end)).filter((date) => date.length > 7))
  return [...found, ...[...whole].flatMap((date) => findAll(text, new RegExp(RegExp.escape(date), 'g'), 'BIRTH_DATE'))]
}
