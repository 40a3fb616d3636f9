/**
 * Reads the names that a line at the head of a resume may hold: 'RESUME of Dr. Jane Q. Doe, RN | Nurse', '姓名：张伟 性别：男'.
 *
 * Pure. Owns the shape of a name and what stands beside it in a line. Whether it is the candidate's, person-name.ts decides.
 */
import { brandParts, nameParticles, neverNames, postNominals, roles, softWords, trades } from './name-words.ts'

/**
 * `isLabelled`: stands after 'Name:'. `isTitled`: beside the document's title. `isDoubtful`: one word alone, or in
 * small letters.
 */
export type NamePiece = { words: string[]; isLabelled: boolean; isTitled: boolean; isDoubtful: boolean }

/** Titles as people write them: 'CURRICULAM - VITAE', 'Caricullum Vitae', 'Curriculumvitae'. */
const titleWords =
  'r[eé]sum[eé]?|c[aiu]r+[iua]c[a-zà-ú]{1,5}m? ?[-–—]? ?(?:v[a-z]{1,2}t[a-z]{0,2}|t[a-z]{1,2})|curr[ií]cul[uo]m?|c\\.?v\\.?|bio[- ]?data|lebenslauf|bewerbung|' +
  'hoja de vida|życiorys|özgeçmiş|önéletrajz|životopis|ansioluettelo|резюме|біографія|' +
  '(?:个人|求职|個人)?(?:简历|簡歷)|履歴書|職務経歴書|이력서|السيرة الذاتية|סיכום|קורות חיים|जीवन परिचय'
const edge = '[\\s:：–—|(){}\\[\\]*#_-]*'
const titleBefore = new RegExp(`^${edge}(?:${titleWords})(?![\\p{L}\\p{N}])(?: (?:of|von|de|for|di))?${edge}`, 'iu')
const title = new RegExp(`^(?:${titleWords})$`, 'iu')
const lastWords = /(?<![^ ])[^ ]+(?: [^ ]+)?$/

const labelWords =
  "(?:full |first and last |complete |candidate(?:[’']s)? )?names?|name of (?:the )?(?:candidate|applicant)|applicant|" +
  'first ?name|last ?name|surname|vor- und (?:nach|zu)name|vorname|nachname|nom(?: et prénom| complet)?|prénoms?|' +
  'nombres?(?: completo| y apellidos?)?|apellidos?|nome(?: completo| e cognome)?|cognome|imię i nazwisko|naam|namn|' +
  'navn|nimi|ad[ıi]? ?soyad[ıi]?|jméno|név|ονοματεπώνυμο|имя|фамилия|ф\\.?и\\.?о\\.?|пі?б|姓 ?名|氏 ?名|名 ?前|성 ?명|이 ?름|' +
  'الاسم|שם|नाम'
const nameLabel = new RegExp(`^[^\\p{L}]{0,4}(?:${labelWords})\\s?[.]?\\s?(?:[:：]-?|[-–]\\s)\\s?`, 'iu')
/** 'NAME JANE DOE', a row of a table. */
const capitalLabel = /^N(?:AME|ame) (?=\p{Lu})/u
const underscored = /^(\p{L}{2,})_(\p{L}{2,})$/u
const bareLabel = new RegExp(`^[^\\p{L}]{0,4}(?:${labelWords})\\s?[:：-]{0,2}$`, 'iu')
const honorific =
  /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|mlle|sr|sra|ing|dipl|engr?|engg|er|adv|capt|mag|shri|smt)\b\.?-?\s?){1,3}(?=\p{L})/iu
const pieceEnd = /\s?[|•·,，;:：/(（)）[\]–—\t]\s?| - |[*#_]+/u

/** Few lines have more parts; one made of nothing else is made to waste time. */
const piecesMax = 8
const lineUnits = 200

/** The possible names of a line, given the line below it. `agrees`: whether an address of the head holds the word. */
export function readNamePieces(line: string, below: string, agrees: (word: string) => boolean): NamePiece[] {
  const isBare = bareLabel.test(line)
  const text = (isBare ? below : line).slice(0, lineUnits)
  const unlabelled = text.replace(nameLabel, '').replace(capitalLabel, '').replace(underscored, '$1 $2')
  const isLabelled = isBare || unlabelled !== text
  const untitled = withoutTitle(unlabelled)
  const isTitled = untitled !== unlabelled && untitled !== ''
  const plain = untitled.replace(/^[\s[({*#_]+/, '')
  const written = plain.split(pieceEnd, piecesMax).map((part) => part.trim())
  const parts = written.map((part, index) => (index === 0 ? splitGlued(part) : part))
  return parts.flatMap((part, index) => {
    // What a later part calls a name it may call a language or a town just as well.
    const isSure = index === 0 && (isLabelled || isTitled)
    if (glued.test(part) && !isSure && !agrees(part)) return []
    const inverted = index === 0 ? invertedName(parts, plain, isLabelled) : null
    const words = inverted ?? nameWords(part, agrees)
    if (!words) return []
    const whole = parts.length === 1 && !inverted ? withStacked(words, part, isBare ? '' : below, agrees) : words
    const full = whole.filter((word) => isFullWord(word))
    const isOneWord = whole.length < 2 && !unspaced.test(whole[0]!)
    if (isOneWord && !isSure && plain.trim() !== whole[0]) return []
    const isDoubtful = isOneWord || part !== written[index] || /^\p{Ll}\P{Lu}*$/u.test(full.at(-1) ?? '')
    return [{ words: whole, isLabelled: isLabelled && isSure, isTitled: isTitled && isSure, isDoubtful }]
  })
}

/** Whether a line is a label alone, whose value stands elsewhere: 'Name' in a column of labels. */
export function isNameLabel(line: string): boolean {
  return bareLabel.test(line)
}

/** Whether a line holds only contact details, labels, headings, job words and the like: a name may still follow below. */
export function isKnownLine(line: string): boolean {
  if (/@|\d{3}|:\/\/|\w\.[a-z]{2,}\/|^\S+\.[a-z]{2,}$|[:：]\s*$/i.test(line)) return true
  const words = withoutTitle(line).match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
  return words.every((word) => word.length < 2 || isNever(word) || softWords.has(word.toLowerCase()))
}

function withoutTitle(line: string): string {
  const rest = line.replace(titleBefore, '')
  const [tail = ''] = lastWords.exec(rest.slice(-titleUnits)) ?? []
  const after = [tail, tail.slice(tail.indexOf(' ') + 1)].find((words) => title.test(words))
  return after ? rest.slice(0, -after.length).trimEnd() : rest
}

const titleUnits = 30

const asian = /^[\p{Script=Han}\p{Script=Hangul}]/u
const unspaced = /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$/u
const spaced = /^\p{Script=Han}{1,3} \p{Script=Han}{1,3}$|^\p{Script=Hangul}{1,2} \p{Script=Hangul}{1,2}$/u
/** Words for documents, jobs and sections, of which a name has none. */
const asianWords =
  /简历|履历|履歴|経歴|求职|个人|信息|资料|教育|职|職|経験|经验|工作|技能|联系|电话|地址|邮箱|性别|年龄|出生|工程|开发|開發|開発|设计|設計|产品|市场|运营|销售|经理|主管|总监|管理|顾问|专家|助理|会计|師$|师$|员$|員$|이력|자기|소개|개발|엔지니|디자이|매니저|관리|기획|담당|경력|학력|연락|전화|주소/

const contactWord = /^(?:e-?mail|mobile|mob|phone|ph|tel|cell|contact)\b/i

/** The words of a name that a part begins with; null where it begins with none. */
function nameWords(part: string, agrees: (word: string) => boolean): string[] | null {
  if (asian.test(part)) return asianName(part)
  if (allSmall.test(part)) return smallName(part, agrees)
  if (!/^\p{Ll}{0,2}[-'’]?[\p{Lu}\p{Lo}]/u.test(part) && !honorific.test(part)) return null
  const { words, next } = leadingWords(part.replace(honorific, ''), agrees)
  const full = words.filter(isFullWord)
  if (full.length === 0 || full.length > 6 || words.length > 8) return null
  const isKnown = full.every((word) => agrees(word))
  if (!isKnown && full.every((word) => softWords.has(word.toLowerCase()))) return null
  if (!isKnown && words.length === 1 && next === undefined && trades.has(full[0]!.toLowerCase())) return null
  // Two unknown words and a role are a title as well as a name with a title.
  if (next && roles.has(next.toLowerCase()) && !full.some(agrees)) return null
  // A sentence begins with a capital, too.
  if (next && /^\p{Ll}/u.test(next) && !contactWord.test(next) && !full.some(agrees)) return null
  return words
}

const allSmall = /^\p{Ll}{2,}(?: \p{Ll}{1,20}\.?){1,3}$/u

/** 'jane doe', where an address tells that it is no heading. */
function smallName(part: string, agrees: (word: string) => boolean): string[] | null {
  const words = part.split(' ')
  return words.some((word) => word.length > 3 && agrees(word)) && !words.some(isNever) ? words : null
}

/** Han and Hangul names are one word, or two short ones. */
function asianName(part: string): string[] | null {
  if (spaced.test(part) && !asianWords.test(part)) return part.split(' ')
  const [first] = part.split(' ', 1)
  return unspaced.test(first!) && !asianWords.test(first!) ? [first!] : null
}

/** 'Schneider, Maria', and after a label 'Maria Luise, SCHNEIDER': two parts that a comma keeps apart. */
function invertedName(parts: string[], plain: string, isLabelled: boolean): string[] | null {
  const [first = '', second = ''] = parts
  const words = `${first} ${second}`.split(' ')
  const isOther = (word: string): boolean => isNever(word) || softWords.has(word.toLowerCase()) || isPostNominal(word)
  const isPair =
    plain.startsWith(`${first},`) && second !== '' && words.length <= 5 && (isLabelled || !first.includes(' '))
  return isPair && words.every((word) => isWord(word) && !isOther(word)) ? words : null
}

/** A heading may put the parts of a name on lines of their own. */
function withStacked(words: string[], part: string, below: string, agrees: (word: string) => boolean): string[] {
  const next = below.split(/[\s.]*\s[\s.]*/).flatMap(splitInitials)
  const isPlain = next.length <= 3 && next.every((word) => isWord(word) && !isNever(word) && !isPostNominal(word))
  const full = next.filter(isFullWord)
  const isRest = words.length === 1 || full.some(agrees) || (full.length === 1 && next.length > 1)
  const isWhole = words.join('').length >= part.replace(/\s/g, '').length && /\p{Lu}/u.test(below)
  return isPlain && isRest && isWhole && full.length > 0 ? [...words, ...next] : words
}

/** The words up to the first that no name has, and that word. */
function leadingWords(part: string, agrees: (word: string) => boolean): { words: string[]; next: string | undefined } {
  const tokens = part.split(/\s+/).filter(Boolean)
  const areAllKnown = tokens.length > 1 && tokens.every((token) => token.length > 2 && agrees(token))
  const words: string[] = []
  for (const [index, token] of tokens.entries()) {
    const isEnd = (isNever(token) && !areAllKnown) || (index > 0 && isCredential(token, words, agrees))
    const pieces = splitInitials(token)
    const isName = pieces.every((piece) => isWord(piece) || (index > 0 && /^\p{Ll}{3,}$/u.test(piece) && agrees(piece)))
    if (isEnd || !isName) {
      // 'Maria schneider': in small letters, as a person writes and no heading does.
      const rest = tokens.slice(index)
      const isSmall = rest.every((word) => /^(?:\p{Ll}{3,}|\p{Lu}\.?)$/u.test(word) && !isNever(word))
      if (isSmall && index > 0 && tokens.length < 5) return { words: [...words, ...rest], next: undefined }
      return { words: withoutTail(words, agrees, token), next: token }
    }
    words.push(...pieces)
  }
  return { words: withoutTail(words, agrees), next: undefined }
}

/** Without the particle, the month of 'Jane Doe June 12, 1982' and the town of 'Jane Doe Berlin' that a name ends before. */
function withoutTail(words: string[], agrees: (word: string) => boolean, next = ''): string[] {
  const last = words.at(-1) ?? ''
  const isSoft =
    softWords.has(last.toLowerCase()) && (/^\d/.test(next) || (words.length > 2 && words.filter(isFullWord).length > 1))
  const isTail = nameParticles.has(last) || (isSoft && !agrees(last))
  return isTail ? withoutTail(words.slice(0, -1), agrees, next) : words
}

/** 'RohanDash' is two words; 'McDonald' and 'JavaScript' are one. */
function splitGlued(part: string): string {
  const [, first = '', second = ''] = glued.exec(part) ?? []
  const isOther = (word: string): boolean =>
    isNever(word) || softWords.has(word.toLowerCase()) || brandParts.has(word.toLowerCase())
  return first === '' || prefixes.test(first) || isOther(first) || isOther(second) ? part : `${first} ${second}`
}

const glued = /^(\p{Lu}\p{Ll}{2,})(\p{Lu}\p{Ll}{2,})$/u
const prefixes = /^(?:Mac|Van|Von|Fitz|Abdul?)$/u

/** 'K.J.MOHAMMED' and 'JaneQ.Doe' are three words, 'Ramya.M' and 'JANE.MILLER' two; 'ASP.NET' is none of a name. */
function splitInitials(token: string): string[] {
  const parts = token.match(/\p{Lu}\p{Ll}{2,}(?=\p{Lu}\.)|[^.]+\.?/gu) ?? [token]
  const hasInitial = parts.some((part) => /^(?:\p{L}{1,2}|mohd|moh)\.?$/iu.test(part))
  const areLong = parts.every((part) => /^\p{Lu}{4,}\.?$/u.test(part))
  return hasInitial || areLong ? parts : [token]
}

function isWord(word: string): boolean {
  return (
    /^(?:\p{Ll}{1,2}[-'’]|\p{Ll}(?=\p{Lu}{2}))?[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}'’`-]*\.?$/u.test(word) ||
    nameParticles.has(word)
  )
}

/** A word that can stand for the person, as initials and particles cannot. */
export function isFullWord(word: string): boolean {
  return word.replace(/\./g, '').length > 1 && !nameParticles.has(word.toLowerCase())
}

function isNever(word: string): boolean {
  return neverNames.has(word.toLowerCase()) || (/[.:’]/.test(word) && neverNames.has(plainWord(word)))
}

function plainWord(word: string): string {
  return word.toLowerCase().replace(/[.:]$/, '').replace(/’/g, "'")
}

/** Longer words in capitals are just as often a family name: 'Jean DUPONT'. */
const abbreviationLengthMax = 4

/** Degrees and memberships after the name are what gets scored: 'Priya Shah ACCA'. */
function isCredential(word: string, before: string[], agrees: (word: string) => boolean): boolean {
  const isAbbreviation =
    /^\p{Lu}{2,}$/u.test(word) &&
    word.length <= abbreviationLengthMax &&
    before.filter((other) => /\p{Ll}/u.test(other)).length >= 2
  return before.length > 1 || isPostNominal(word) ? (isAbbreviation || isPostNominal(word)) && !agrees(word) : false
}

/** 'Li Ma' and 'Jane Do' are names, so a short form counts only in its usual spelling. */
function isPostNominal(word: string): boolean {
  const letters = word.replace(/[.-]/g, '')
  return /\p{Lu}.*\p{Lu}/u.test(letters) && postNominals.has(letters.toLowerCase())
}
