/**
 * Recognises labels before a name, and titles of resumes, in many languages. Also recognises fields for the name in
 * JSON, YAML and XML.
 *
 * Pure.
 */
import { sourceOf } from '../name-words.ts'

/** Document titles, including misspelled ones: 'CURRICULAM - VITAE', 'Caricullum Vitae', 'Curriculumvitae'. */
const titleWords = sourceOf('title')
const edge = '[\\s:：.–—|(){}\\[\\]*#_-]*'
const titleBefore = new RegExp(`^${edge}(?:${titleWords})(?![\\p{L}\\p{N}])(?: (?:of|von|de|for|di))?${edge}`, 'iu')
const title = new RegExp(`^(?:${titleWords})$`, 'iu')
const lastWords = /(?<![^ ])[^ ]+(?: [^ ]+)?$/
const titleUnits = 30
const labelUnits = 40

/** Returns a line without a document title, such as 'Curriculum Vitae', before or after the name. */
export function withoutTitle(line: string): string {
  const rest = line.replace(titleBefore, '')
  const [tail = ''] = lastWords.exec(rest.slice(-titleUnits)) ?? []
  const after = [tail, tail.slice(tail.indexOf(' ') + 1)].find((words) => title.test(words))
  return after ? rest.slice(0, -after.length).trimEnd() : rest
}

const eastern = sourceOf('eastern name label')
const labelWords = `${sourceOf('name label')}|${eastern}`
const marks = '[*_"\'’]{0,3}'
const nameLabel = new RegExp(
  `^[^\\p{L}]{0,4}(?:${labelWords}|first(?=:)|last(?=:))${marks}\\s?[.]?\\s?(?:[:：=|]-?|[-–/]\\s)\\s?${marks}`,
  'iu',
)
/** 氏名 山田 太郎, 【氏名】山田 太郎: a label of two characters needs no colon. */
const easternLabel = new RegExp(`^[^\\p{L}]{0,4}(?:${eastern})\\s?(?:[】］\\])〕]\\s?[:：]?\\s?|\\s)`, 'u')
/** 'Surname(s) / First name(s) Doe, Jane', as in Europass. */
const doubleLabel = /^\p{L}{3,12}\(\p{L}{1,2}\) ?\/ ?(?:\p{L}+ )?\p{L}+\(\p{L}{1,2}\)(?: \p{L}+\(\p{L}\))?[\s:]+/u
/** 'NAME JANE DOE', a row of a table. */
const capitalLabel = /^N(?:AME|ame) (?=\p{Lu})/u
const bareLabel = new RegExp(`^[^\\p{L}]{0,4}(?:${labelWords})\\s?(?:[(（][^()]{1,20}[)）])?[】］\\]:：-]{0,2}$`, 'iu')

/** Returns a line without the label before a name. */
export function withoutLabel(line: string): string {
  return line.replace(doubleLabel, '').replace(nameLabel, '').replace(easternLabel, '').replace(capitalLabel, '')
}

/** Returns whether a line is only a label for a name, such as 'Name' in a column of labels. */
export function isNameLabel(line: string): boolean {
  return bareLabel.test(line)
}

const detailLabel = new RegExp(
  `^[^\\p{L}]{0,4}(?:${['phone label', 'address label', 'birth label', 'id label'].map(sourceOf).join('|')}|e-?mail|mobile)[^\\p{L}]{0,4}$`,
  'iu',
)

/** Returns whether a line is only the label of another detail: 'Phone number' in a column of labels. */
export function isDetailLabel(line: string): boolean {
  return line.length < labelUnits && detailLabel.test(line)
}

const element = /<(?:\w+:)?(?:(?:full|first|last|given|family|sur|person|candidate)[_-]?)?names?\s?>([^<>]{2,60})<\//i
const field =
  /^[\s{,-]*["']?(?:(?:full|first|last|given|family|candidate)[_-]?|sur)?names?["']?\s?[:=]\s?["']([^"']{2,60})["']/i

/**
 * Returns a line as 'Name: Jane Doe' if it is a name in XML, JSON or YAML: `<name>Jane Doe</name>`, `"name": "Jane
 * Doe"`.
 */
export function asLabelled(line: string): string {
  const found = (line.includes('<') ? element.exec(line) : null) ?? field.exec(line)
  return found ? `Name: ${found[1]}` : line
}
