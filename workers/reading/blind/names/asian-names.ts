/**
 * Finds names in Han, Hangul and kana, scripts without capitals: 王伟, 山田 太郎, 김철수.
 *
 * Pure. Two to four characters are taken to be a name if they follow a label or begin with a known family name.
 */
import { hasFamilyName } from './known-names.ts'

const asian = /^[\p{Script=Han}\p{Script=Hangul}]/u
const unspaced = /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$/u
const kana = '\\p{Script=Hiragana}\\p{Script=Katakana}ー'
const spaced = new RegExp(
  `^\\p{Script=Han}{1,3} [\\p{Script=Han}${kana}]{1,4}(?![\\p{Script=Han}${kana}])|^\\p{Script=Hangul}{1,2} \\p{Script=Hangul}{1,2}(?!\\p{Script=Hangul})`,
  'u',
)
/** A name's reading in kana: やまだ たろう, ヤマダ タロウ. */
const reading = new RegExp(`^[${kana}]{1,8}(?: [${kana}]{1,8}){1,3}(?![${kana}\\p{Script=Han}])`, 'u')
/** 王 伟, with a space between the characters. */
const scattered = /^(?:[\p{Script=Han}\p{Script=Hangul}] ){2,3}[\p{Script=Han}\p{Script=Hangul}](?!\S)/u
/** Words for documents, jobs, places and sections, which are never part of a name. */
const others =
  /昭和|平成|令和|简历|履历|履歴|経歴|求职|个人|信息|资料|教育|籍贯|民族|婚|政治|本科|硕士|博士|专科|大专|专业|國籍|国籍|住所|電話|連絡|氏名|性別|生年|学歴|职|職|経験|经验|工作|技能|联系|电话|地址|邮箱|性别|年龄|出生|工程|开发|開發|開発|设计|設計|产品|市场|运营|销售|经理|主管|总监|管理|顾问|专家|助理|会计|現在|本人|希望|時代|大学|大學|学院|公司|会社|项目|高级|高等|方向|时间|이력|자기|소개|개발|엔지니|디자이|매니저|관리|기획|담당|경력|학력|연락|전화|주소/

/** Endings of jobs and places. After a label, such a character ends a name: 氏名 川崎 淳市. */
const otherEnds = /[师師员員省市县縣府都道区區]$/

/** Returns whether a part of a line begins in Han or Hangul, or with a name's reading in kana. */
export function isAsian(part: string): boolean {
  return asian.test(part) || reading.test(part)
}

/** Returns whether a word is a name in Han or Hangul whose family name is known. */
export function isAsianName(word: string): boolean {
  return unspaced.test(word) && isName(word, false)
}

/** Returns whether a part of a line begins with a name's reading in kana. */
export function isReading(part: string): boolean {
  return reading.test(part)
}

/** Returns whether a word is a complete name in Han or Hangul. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word)
}

/**
 * Returns the name at the start of a part of a line, or null. `isSure` means that a label before it says that it is a
 * name.
 */
export function asianName(part: string, isSure: boolean): string[] | null {
  const read = reading.exec(part)?.[0]
  if (read) return read.split(' ')
  const apart = scattered.exec(part)?.[0]
  if (apart && isName(apart.replaceAll(' ', ''), isSure)) return apart.split(' ')
  const pair = spaced.exec(part)
  if (pair && isName(pair[0].replace(' ', ''), isSure)) return pair[0].split(' ')
  const [first = ''] = part.split(' ', 1)
  return unspaced.test(first) && isName(first, isSure) ? [first] : null
}

function isName(word: string, isSure: boolean): boolean {
  return !others.test(word) && (isSure || (!otherEnds.test(word) && hasFamilyName(word)))
}

/**
 * Returns whether a line consists of a name with a known family name: three characters, or a family name, a space and a
 * given name.
 */
export function isNameLine(line: string): boolean {
  const name = line.trim()
  const word = name.replaceAll(' ', '')
  const isPair = spaced.exec(name)?.[0] === name && hasFamilyName(name.split(' ', 1)[0]! + ' ')
  return (isPair || (unspaced.test(word) && word.length === 3)) && isName(word, false)
}

/**
 * Returns whether a line is two or three characters that may be a name whose family name is not in the list: 郦雯. With
 * `isSpaced`, there must be a space between the family name and the given name.
 */
export function isRareName(line: string, isSpaced: boolean): boolean {
  const form = isSpaced ? /^\p{Script=Han}{1,3} \p{Script=Han}{1,3}$/u : /^\p{Script=Han}{2,3}$/u
  const word = line.trim().replace(' ', '')
  return form.test(line.trim()) && !otherEnds.test(word) && isName(word, true)
}
