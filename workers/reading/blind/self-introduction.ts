/**
 * Finds names and ages that people state in a sentence about themselves or next to their name: "my name is Noor", "I am
 * a 22 year old", "Adam, 35 years".
 *
 * Pure. Must not mistake years of experience, or the age of pupils or patients, for the candidate's age.
 */
import { asianName } from './names/asian-names.ts'
import { isGivenName } from './names/known-names.ts'
import { findAll, findInHeads, type Mention, type Place } from './mentions.ts'
import { anyCase, neverNames, sourceOf } from './name-words.ts'

const introductions = anyCase(sourceOf('introduction'))
const nameWord = "\\p{Lu}[\\p{L}\\p{M}'’-]+"
const particle = '(?:de|da|dos|del|van|von|der|den|bin|binti|al|el|ul)'
const introduced = new RegExp(
  `(?<!\\p{L})(?:${introductions}):? (?<name>${nameWord}(?: (?:${particle} ){0,2}(?:${nameWord}|\\p{Lu}\\.)){0,4})`,
  'gu',
)

/**
 * "I am" can precede any words, so the words after it are a name only if they begin with a given name: "I am Meera
 * Nair".
 */
const presented = new RegExp(
  `(?<!\\p{L})(?:${anyCase("i am|i['’]m|this is|myself")}) (?<name>${nameWord}(?: ${nameWord}){1,3})`,
  'gu',
)
/** 王伟的简历, 山田太郎の職務経歴書, 王伟/男/1990, 김철수 남 1994년 */
const titledInEast =
  /^[^\p{L}\n]{0,4}(?<name>[\p{Script=Han}\p{Script=Hangul}]{2,4}?)(?:[的の][^\n]{0,16}(?:简历|簡歷|履历|履歴|経歴)|简历$|(?: ?[/|,，·] ?| )[男女남여](?![\p{L}])| (?:19|20)\d\d ?년)/gmu

/** 我叫王伟, 私の名前は山田 太郎です, 제 이름은 김철수입니다 */
const introducedInEast =
  /(?:我叫|我的名字[是叫]|私の名前は|제 이름은)\s?(?<name>[\p{Script=Han}\p{Script=Hangul}][^\n，。,.]{1,8})/gu

/** 백엔드 개발자 김하늘입니다, 前端工程师-王小明 */
const afterTitleInEast =
  /(?:안녕하세요[,.!]?|개발자|엔지니어|디자이너|기획자|지원자)\s+(?<name>\p{Script=Hangul}{2,4})(?=입니다)|^[^\n.]{0,40} (?<name>\p{Script=Hangul}{3})(?=입니다[.!]?$)|^\p{Script=Han}{2,8}[师師员員]\s?[-–—|·]\s?(?<name>\p{Script=Han}{2,4})$/gmu

/** Returns the names with which a text introduces its author, as lists of words. */
export function introducedNames(text: string): string[][] {
  const wordsOf = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ({ groups }) => groups!['name']!)
  const inEast = wordsOf(introducedInEast).map((name) =>
    name.replace(/(?:です|でございます|입니다|이라고|라고).*/u, ''),
  )
  const names = [
    ...wordsOf(introduced).map((name) => name.split(' ')),
    ...wordsOf(presented).flatMap((name) => (isGivenName(name.split(' ', 1)[0]!) ? [name.split(' ')] : [])),
    ...[...inEast, ...wordsOf(titledInEast)].flatMap((name) => [asianName(name, true) ?? []]),
    ...wordsOf(afterTitleInEast).flatMap((name) => [asianName(name, false) ?? []]),
  ].filter((words) => words.length > 0)
  return names.filter((words) => !words.some((word) => neverNames.has(word.toLowerCase())))
}

// ── ages ───────────────────────────────────────────────────────────────────────────────────────────

const yearsOld =
  '(?:(?:years?|yrs?)[ -]?(?:old|of age)|y\\/o|jahre alt|jaar oud|år|лет|года?|роки|років|lat(?! do)|(?:ans|años|anni|anos)(?! d))'
const stated = new RegExp(
  "(?<!\\p{L})(?:i ?am|i[’']m|ich bin|j[’']ai|tengo|ho|tenho|mam|ik ben|jag är|jeg er|мне|мені) (?:an? |now |currently )?" +
    `(?<value>\\d\\d)[ -]?${yearsOld}(?!\\p{L})`,
  'giu',
)
const labelled =
  /(?<![\p{L}\p{N}])(?:age|alter|edad|âge|età|idade|leeftijd|wiek|ålder|возраст|年 ?龄|年 ?齢|나이)\s?[:：-]\s?(?<value>\d\d)(?!\d|[./]\d|\s?[-–+]|\s?to\s)/giu

/**
 * '28 岁 | 女', '(満 26 歳)', 'Solteiro, 22 anos' at the top of a resume. '(10 ans)' after a word is experience: 'Python (10
 * ans)'.
 */
const ageUnit = '(?:years old|jahre alt|jahre|ans|años|anni|anos|lat|лет|год|года|роки|років)'
const alone = new RegExp(
  `(?:(?<![\\d.~-])(?<value>\\d\\d) ?[岁歳歲세](?![\\p{L}])|(?<=^|[|,·•] ?)(?<value>[1-6]\\d) ${ageUnit}(?= ?(?:$|[|,·•]| [–—-] )))`,
  'gimu',
)
/** '07/09/1998 (18 ans)' anywhere, and at the beginning of a line '36 ans 11 300 LYON'. */
const besideDate = new RegExp(
  `(?<=\\d ?(?:г\\.)? ?\\()(?<value>[1-6]\\d) ?(?:${ageUnit}|[세岁歳])(?=\\))|^(?<value>[1-6]\\d) ans(?= \\d)`,
  'gimu',
)
const inChinese = /(?<=今年|现年|現年)\s?(?<value>\d\d) ?[岁歲]/gu

/** The name before an age, and the age, at the top of a resume: "Adam, 35 years". */
const namedWithAge =
  /^\s*(?<name>\p{Lu}[\p{L}\p{M}'’. -]{1,40}?),? \(?(?<age>\d\d) ?(?:years?(?:[ -]old)?|yrs?(?:[ -]old)?|y\/o|jahre(?: alt)?|ans|años|anni|anos|lat|jaar)\)?[ \t]*(?:$|\n|[|•,])/u

/** Returns the words before the age at the top of a text; null unless its first line is a name and an age. */
export function nameWithAge(text: string): string[] | null {
  const words = namedWithAge.exec(text)?.groups!['name']!.split(/\s+/) ?? []
  const isName = words.length > 0 && words.length < 5 && words.every((word) => /^\p{Lu}/u.test(word))
  const isOther = (word: string): boolean => neverNames.has(word.toLowerCase()) || /ing$/i.test(word)
  return isName && !words.some(isOther) ? words : null
}

/**
 * Returns the mentions of the candidate's own age after a label, in a sentence or next to the name. The age reveals the
 * year of birth.
 */
export function findAges(place: Place): Mention[] {
  const { text } = place
  const first = nameWithAge(text) ? namedWithAge.exec(text)!.groups!['age']! : null
  const at = first === null ? -1 : text.indexOf(first)
  return [
    ...findAll(text, stated, 'BIRTH_DATE'),
    ...findAll(text, labelled, 'BIRTH_DATE'),
    ...findAll(text, inChinese, 'BIRTH_DATE'),
    ...findAll(text, besideDate, 'BIRTH_DATE'),
    ...findInHeads(place, alone, 'BIRTH_DATE'),
    ...(first === null ? [] : [{ start: at, end: at + first.length, placeholder: 'BIRTH_DATE' as const }]),
  ]
}
