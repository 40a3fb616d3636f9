/**
 * The labels before a name and the titles of resumes, in many languages, and the syntax of sources in which a label is
 * a field: JSON, YAML, XML.
 *
 * Pure.
 */

/** Titles as people write them: 'CURRICULAM - VITAE', 'Caricullum Vitae', 'Curriculumvitae'. */
const titleWords =
  'r[eé]sum[eé]?|c[aiu]r+[iíua]c[a-zà-ú]{1,5}m? ?[-–—]? ?(?:v[a-zí]{1,2}t[a-z]{0,2}|t[a-z]{1,2})|curr[ií]cul[uo]m?|c\\.?v\\.?|bio[- ]?data|lebenslauf|bewerbung|' +
  'hoja de vida|życiorys|özgeçmiş|önéletrajz|životopis|ansioluettelo|резюме|біографія|' +
  '(?:个人|求职|個人)?(?:简历|簡歷)|履 ?歴 ?書|職 ?務 ?経 ?歴 ?書|이력서|السيرة الذاتية|סיכום|קורות חיים|जीवन परिचय'
const edge = '[\\s:：–—|(){}\\[\\]*#_-]*'
const titleBefore = new RegExp(`^${edge}(?:${titleWords})(?![\\p{L}\\p{N}])(?: (?:of|von|de|for|di))?${edge}`, 'iu')
const title = new RegExp(`^(?:${titleWords})$`, 'iu')
const lastWords = /(?<![^ ])[^ ]+(?: [^ ]+)?$/
const titleUnits = 30

/** Returns a line without the document's title before or after the name. */
export function withoutTitle(line: string): string {
  const rest = line.replace(titleBefore, '')
  const [tail = ''] = lastWords.exec(rest.slice(-titleUnits)) ?? []
  const after = [tail, tail.slice(tail.indexOf(' ') + 1)].find((words) => title.test(words))
  return after ? rest.slice(0, -after.length).trimEnd() : rest
}

const eastern = '姓 ?名|氏 ?名|名 ?前|ふりがな|フリガナ|성 ?명|이 ?름'
const labelWords =
  "(?:full |first and last |complete |legal |preferred |candidate(?:[’']s)? )?names?(?:\\(s\\))?(?: in full)?|name of (?:the )?(?:candidate|applicant)|applicant|" +
  'first ?(?:and middle )?names?(?:\\(s\\))?|last ?names?|middle ?name|given ?names?(?:\\(s\\))?|family ?name|sur ?names?(?:\\(s\\))?(?: / first names?(?:\\(s\\))?)?|first names?(?:\\(s\\))? ?/ ?surnames?(?:\\(s\\))?|' +
  'vor- und (?:nach|zu)name|vorname|nachname|familienname|name, vorname|nom(?: et prénom| complet| de famille)?|prénoms?|' +
  'nombres?(?: completo| y apellidos?)?|apellidos?(?: y nombres?)?|nome(?: completo| e cognome)?|cognome|sobrenome|imię i nazwisko|imię|nazwisko|naam|voornaam|achternaam|' +
  'namn|förnamn|efternamn|navn|fornavn|etternavn|nimi|etunimi|sukunimi|ad[ıi]? ?soyad[ıi]?|isim|soyad[ıi]?|jméno(?: a příjmení)?|příjmení|név|nume(?: și prenume)?|prenume|' +
  "ονοματεπώνυμο|όνομα|επώνυμο|имя|фамилия|фамилия, имя|ф\\.?и\\.?о\\.?|пі?б|ім['’]я|прізвище|họ (?:và )?tên|nama(?: lengkap)?|الاسم|שם|नाम|" +
  eastern
const marks = '[*_"\'’]{0,3}'
const nameLabel = new RegExp(
  `^[^\\p{L}]{0,4}(?:${labelWords}|first(?=:)|last(?=:))${marks}\\s?[.]?\\s?(?:[:：=|]-?|[-–/]\\s)\\s?${marks}`,
  'iu',
)
/** 氏名 山田 太郎, 【氏名】山田 太郎: a label of two characters needs no colon. */
const easternLabel = new RegExp(`^[^\\p{L}]{0,4}(?:${eastern})\\s?(?:[】］\\])〕]\\s?[:：]?\\s?|\\s)`, 'u')
/** 'NAME JANE DOE', a row of a table. */
const capitalLabel = /^N(?:AME|ame) (?=\p{Lu})/u
const bareLabel = new RegExp(`^[^\\p{L}]{0,4}(?:${labelWords})\\s?[】］\\]:：-]{0,2}$`, 'iu')

/** Returns a line without the label before a name. */
export function withoutLabel(line: string): string {
  return line.replace(nameLabel, '').replace(easternLabel, '').replace(capitalLabel, '')
}

/** Returns whether a line is only a label, whose value is elsewhere: 'Name' in a column of labels. */
export function isNameLabel(line: string): boolean {
  return bareLabel.test(line)
}

const element = /<(?:\w+:)?(?:(?:full|first|last|given|family|sur|person|candidate)[_-]?)?names?\s?>([^<>]{2,60})<\//i
const field =
  /^[\s{,-]*["']?(?:(?:full|first|last|given|family|candidate)[_-]?|sur)?names?["']?\s?[:=]\s?["']([^"']{2,60})["']/i

/** Returns the line of a source as its page would show it: `<name>Jane Doe</name>`, `"name": "Jane Doe"`. */
export function asLabelled(line: string): string {
  const found = (line.includes('<') ? element.exec(line) : null) ?? field.exec(line)
  return found ? `Name: ${found[1]}` : line
}
