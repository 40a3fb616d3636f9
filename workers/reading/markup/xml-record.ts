/** XML as a record: elements are fields, repeated ones a list, and a date in attributes is a text. */
import { walkMarkup } from './walk.ts'
import type { Record, Value } from '../records.ts'

type Open = { name: string; fields: Record; text: string }

/** The document's root as a record with one field, named like it. */
export function recordOf(source: string): Record {
  const stack: Open[] = [{ name: '', fields: {}, text: '' }]
  walkMarkup(source, {
    open({ name, attributes }) {
      const [year, month] = [attributes.get('year'), attributes.get('month')]
      const date = year === undefined ? '' : [year, month?.replace(/\D/g, '')].filter(Boolean).join('-')
      stack.push({ name, fields: {}, text: date })
    },
    text(text) {
      stack.at(-1)!.text += text
    },
    close() {
      const { name, fields, text } = stack.pop()!
      const own: Value = Object.keys(fields).length > 0 ? fields : text.trim()
      add(stack.at(-1)!.fields, name, own)
    },
  })
  return stack[0]!.fields
}

/** Roots of Europass and HR-XML. */
const resumeRoots =
  /^(?:SkillsPassport|Europass\w*|LearnerInfo|Candidate|Resume|StructuredXMLResume|JobPositionSeeker)$/i

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
