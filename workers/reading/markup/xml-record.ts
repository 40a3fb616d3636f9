/**
 * Converts XML to a record. Elements become fields, repeated elements become a list, and a date in attributes becomes a
 * string. The content of an element with both text and elements, such as a paragraph with bold words, becomes one
 * string.
 */
import { walkMarkup } from './walk.ts'
import type { Record, Value } from '../records.ts'

/**
 * An element whose end has not been reached. `said` is a date or name from its attributes. `whole` is its text,
 * including that of the elements inside it.
 */
type Open = { name: string; fields: Record; said: string; text: string; whole: string }

/** Inline elements in XHTML. Any other element is a separate line. */
const inline = /^(?:a|b|em|font|i|small|span|strong|sub|sup|u)$/i

/** Returns the document as a record with one field, which is named after the root element. */
export function recordOf(source: string): Record {
  const stack: Open[] = [{ name: '', fields: {}, said: '', text: '', whole: '' }]
  walkMarkup(source, {
    open({ name, attributes }) {
      const [year, month] = [attributes.get('year'), attributes.get('month')]
      const date = year === undefined ? '' : [year, month?.replace(/\D/g, '')].filter(Boolean).join('-')
      // HR-XML puts a skill's name into this attribute.
      const said = date || (attributes.get('name') ?? '')
      stack.push({ name, fields: {}, said, text: '', whole: '' })
    },
    text(text) {
      stack.at(-1)!.text += text
      stack.at(-1)!.whole += text
    },
    close() {
      const closed = stack.pop()!
      const { name, whole } = closed
      add(stack.at(-1)!.fields, name, valueOf(closed))
      stack.at(-1)!.whole += inline.test(name) ? whole : `\n${whole}\n`
    },
  })
  return stack[0]!.fields
}

function valueOf({ fields, said, text, whole }: Open): Value {
  const isFilled = Object.values(fields).some((value) => value !== '')
  if (!isFilled) return text.trim() || said
  if (text.trim() === '') return said === '' ? fields : { name: said, ...fields }
  const lines = whole.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}

/** The root elements of Europass, HR-XML and XFA form data. */
const resumeRoots =
  /^(?:SkillsPassport|Europass\w*|LearnerInfo|Candidate|Resume|StructuredXMLResume|JobPositionSeeker|datasets)$/i

/** Returns whether the document's root marks it as a resume. */
export function isResumeRoot(record: Record): boolean {
  return Object.keys(record).some((root) => resumeRoots.test(root))
}

function add(fields: Record, name: string, value: Value): void {
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (before === undefined)
    Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true })
  else if (Array.isArray(before)) before.push(value)
  else fields[name] = [before, value]
}
