/**
 * XML as a record: elements are fields, repeated ones a list, and a date in attributes is a text. So is a paragraph with
 * bold words in it: an element among text is a part of that text.
 */
import { walkMarkup } from './walk.ts'
import type { Record, Value } from '../records.ts'

/** `said`: by its attributes, a date or a name. `whole`: the text with that of the elements in it. */
type Open = { name: string; fields: Record; said: string; text: string; whole: string }

/** Elements of XHTML within a line; any other element is a line of its own. */
const inline = /^(?:a|b|em|font|i|small|span|strong|sub|sup|u)$/i

/** The document's root as a record with one field, named like it. */
export function recordOf(source: string): Record {
  const stack: Open[] = [{ name: '', fields: {}, said: '', text: '', whole: '' }]
  walkMarkup(source, {
    open({ name, attributes }) {
      const [year, month] = [attributes.get('year'), attributes.get('month')]
      const date = year === undefined ? '' : [year, month?.replace(/\D/g, '')].filter(Boolean).join('-')
      // HR-XML names skills so.
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

/** Roots of Europass, HR-XML and the data of XFA forms. */
const resumeRoots =
  /^(?:SkillsPassport|Europass\w*|LearnerInfo|Candidate|Resume|StructuredXMLResume|JobPositionSeeker|datasets)$/i

/** Whether the document's root says that it is a resume. */
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
