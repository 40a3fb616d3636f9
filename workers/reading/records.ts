/**
 * Converts resumes in the form of records, such as JSON Resume, Europass XML and exports from recruiting systems, to
 * text with headings, periods and lists.
 *
 * Uses no schema, but recognises fields by their names, which are similar in all formats.
 */
import { isSurelyResume } from '../checks/likeness/likeness.ts'
import { ReadingError } from './reading.ts'

export type Record = { [field: string]: Value }
export type Value = string | number | boolean | null | Value[] | Record

/** The maximum nesting depth of values. No resume reaches it. */
const depthMax = 30

const headings: [RegExp, string][] = [
  [/^(work|work ?(experience|history)|employment|experiences?|positions?|jobs)( list| history)?$/, 'Work experience'],
  [/^educations?( list| history)?$/, 'Education'],
  [/^(skills?|qualifications|(person )?competenc(y|ies))( list)?$/, 'Skills'],
  [/^(executive )?summary$/, 'Summary'],
  [/^licenses? ?and ?certifications?$/, 'Certificates'],
  [/^(languages?|foreign language)( list)?$/, 'Languages'],
  [
    /^(volunteer(ing)?|projects?|certificat(e|ion)s?|awards?|achievements?|publications?|references?|interests?|courses?)( list)?$/,
    '',
  ],
]
const skipped =
  /^(\$schema|meta|id|uuid|image|photo|avatar|theme|version|locale|.* id|created at|updated at|(country|channel) code)$/
const starts = /^(start( date)?|from|date from|begin( date)?)$/
const ends = /^(end( date)?|to|date to|until)$/
/** Fields on the first line of an entry. */
const leads =
  /^(position|title|job title|role|label|name|company|employer|organi[sz]ation|institution|school|study type|degree|area|field|network|language)$/
const labelled =
  /^(e ?mail|phone|mobile|telephone|tel|url|website|address|user ?name|dob|birth ?(date|day)|date of birth|birth)$/
const nameParts = /^(name|full name|formatted name|first name|given name|middle name|last name|family name|surname)$/

/**
 * Returns a record's text, and the names of the person it is about. Throws RESUME_FETCH_FAILED if the record is a
 * host's error message.
 */
export function readRecord(root: Value): { text: string; people: string[] } {
  const person = findName(root, 0)
  const lines = [...(person === null ? [] : [person]), ...linesOf(root, 0)]
  // Removes repeated lines: the heading of a list that has the same name as its items, and the person's name.
  const text = lines
    .join('\n')
    .replace(/^(.+)\n\n\1$/gm, '$1')
    .replace(`${person}\n${person}, `, `${person}\n`)
  if (isError(root) && !isSurelyResume(text))
    throw new ReadingError('RESUME_FETCH_FAILED', 'the file is an error message from its host', {
      reason: 'error_answer',
    })
  return { text, people: person === null ? [] : [person] }
}

const errorFields = /^(errors?|error .*|.* error|exceptions?|faults?|problem)$/
const errorFieldsWithout =
  /^(code|status|status code|message|detail|details|request id|host id|trace id|path|timestamp|type|title|instance|success|ok)$/

function isError(root: Value): boolean {
  if (Array.isArray(root)) return root.length > 0 && root.every(isError)
  if (root === null || typeof root !== 'object') return false
  const fields = Object.keys(root).map(wordsOf)
  const isAbout = (names: RegExp) => (field: string) => names.test(field)
  return fields.some(isAbout(errorFields)) || (fields.length > 0 && fields.every(isAbout(errorFieldsWithout)))
}

/** Splits a field's name into words: `startDate`, `start_date` and `StartDate` are `start date`. */
function wordsOf(field: string): string {
  return field
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.:\s]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Returns the person's name. Does not search lists, which contain employers' names. */
function findName(value: Value, depth: number): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || depth > 4) return null
  const parts = Object.entries(value).flatMap(([field, part]) =>
    nameParts.test(wordsOf(field)) && typeof part === 'string' ? [part.trim()] : [],
  )
  // HR-XML gives both the full name and its parts.
  const whole = parts.find((part) => parts.every((other) => part.includes(other)))
  if (parts.length > 0) return whole ?? [...new Set(parts)].join(' ')
  for (const [field, inner] of Object.entries(value)) {
    const found = headingOf(wordsOf(field)) === null ? findName(inner, depth + 1) : null
    if (found !== null) return found
  }
  return null
}

function headingOf(words: string): string | null {
  const known = headings.find(([pattern]) => pattern.test(words))
  return known ? known[1] || capitalised(words.replace(/ list$/, '')) : null
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Returns the lines for a value. `under` is the heading that is already written above it. */
function linesOf(value: Value, depth: number, under = ''): string[] {
  if (value === null || depth > depthMax) return []
  if (Array.isArray(value))
    return value.flatMap((item) => (isPlain(item) ? [`- ${item}`] : [...linesOf(item, depth + 1, under), '']))
  if (typeof value !== 'object') return [String(value)]
  const fields = Object.entries(value).map(([field, inner]) => ({ words: wordsOf(field), inner: unwrapped(inner) }))
  const dateOf = (names: RegExp) => fields.find(({ words, inner }) => names.test(words) && isPlain(inner))?.inner
  const [start, end] = [dateOf(starts), dateOf(ends)]
  const period =
    start === undefined && end === undefined
      ? []
      : [start === undefined ? day(end) : `${day(start)} – ${day(end) || 'present'}`]
  const head = fields.flatMap(({ words, inner }) => (leads.test(words) && isPlain(inner) ? [String(inner)] : []))
  const lines = [...head, ...period].join(', ')
  return [...(lines === '' ? [] : [lines]), ...fields.flatMap((each) => fieldLines(each, depth, under))]
}

function fieldLines({ words, inner }: { words: string; inner: Value }, depth: number, under: string): string[] {
  if (inner === null || skipped.test(words) || /^(?:|true|false)$/.test(String(inner))) return []
  if (starts.test(words) || ends.test(words) || (nameParts.test(words) && isPlain(inner))) return []
  if (leads.test(words) && isPlain(inner)) return []
  if (isPlain(inner)) return [labelled.test(words) ? `${capitalised(words)}: ${inner}` : String(inner)]
  const own = headingOf(words)
  const heading = own === under ? null : own
  const isList = Array.isArray(inner) && inner.every(isPlain)
  if (isList && inner.every((item) => String(item).length < 40))
    return [...(heading ? ['', heading] : []), inner.join(', ')]
  return [...(heading ? ['', heading] : []), ...linesOf(inner, depth + 1, heading ?? under)]
}

/** Returns the value inside a record with a single field, as in `Position: { Label: … }`. */
function unwrapped(value: Value): Value {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const [only, ...others] = Object.entries(value)
  return only && others.length === 0 && isPlain(only[1]) && !starts.test(wordsOf(only[0])) ? only[1] : value
}

function isPlain(value: Value | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** Removes the day from a date such as `2017-01-01`, because it is usually a placeholder. */
function day(value: Value | undefined): string {
  return isPlain(value) ? String(value).replace(/^(\d{4}-\d\d)-\d\d(?:T.*)?$/, '$1') : ''
}
