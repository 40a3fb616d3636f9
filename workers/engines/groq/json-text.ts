/**
 * Finds JSON in a model's output. Pure; the only module that uses jsonrepair.
 *
 * Without a schema, models put reasoning, prose and code fences around their JSON, leave trailing commas and break
 * lines inside strings. All of this is unambiguous and accepted. The caller decides which value is the answer.
 */
import { jsonrepair } from 'jsonrepair'

/** `isPartial` means that the text ends inside the value. The innermost incomplete member is left out. */
export type JsonFound = { value: unknown; isPartial: boolean }

/**
 * The maximum number of opening brackets from which JSON is searched for, because text can contain any number of them.
 */
const startsMax = 200
/**
 * Only the end of a longer text is searched, because the answer comes last. Verdicts on 30 criteria take 100,000
 * characters.
 */
const charactersMax = 300_000

/** Returns the JSON objects and lists in a text: a truncated one first, then the others, starting with the last. */
export function findJson(text: string): JsonFound[] {
  return inText(text.slice(-charactersMax))
}

/** Returns the value of a text that consists of JSON only; undefined for any other text. */
export function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function inText(text: string): JsonFound[] {
  const exact = parseExactly(text)
  // A JSON string that contains JSON, because some servers encode an answer twice.
  if (typeof exact === 'string') return inText(exact)
  if (isContainer(exact)) return [{ value: exact, isPartial: false }]
  const found: JsonFound[] = []
  let starts = 0
  let open = -1
  for (let at = nextStart(text, 0); at >= 0 && starts < startsMax; starts++) {
    const end = endOf(text, at)
    const value = end < 0 ? undefined : repaired(text.slice(at, end + 1))
    if (end < 0 && open < 0) open = at
    if (isContainer(value)) found.unshift({ value, isPartial: false })
    at = nextStart(text, isContainer(value) ? end + 1 : at + 1)
  }
  return [...fromOpenBracket(text, open), ...found, ...fromOuterBrackets(text)]
}

/**
 * Returns the value between the first and the last bracket. Used if unescaped quotation marks in strings hide which
 * brackets belong together.
 */
function fromOuterBrackets(text: string): JsonFound[] {
  const value = repaired(text.slice(nextStart(text, 0), Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1))
  return isContainer(value) ? [{ value, isPartial: false }] : []
}

/** Returns the value that starts at an unclosed bracket, in an answer that was truncated or lacks its last brackets. */
function fromOpenBracket(text: string, open: number): JsonFound[] {
  const value = open < 0 ? undefined : repaired(text.slice(open))
  if (!isContainer(value)) return []
  const isPartial = !/[}\]]\s*(?:```\s*)?$/.test(text)
  if (isPartial) dropLast(value as object)
  return [{ value, isPartial }]
}

/** Removes the last member of the innermost object or list. */
function dropLast(container: object): void {
  const last = Object.keys(container).at(-1)
  if (last === undefined) return
  const inner = (container as Record<string, unknown>)[last]
  if (isContainer(inner) && Object.keys(inner as object).length > 0) return dropLast(inner as object)
  if (Array.isArray(container)) container.pop()
  else delete (container as Record<string, unknown>)[last]
}

function nextStart(text: string, from: number): number {
  const offset = text.slice(from).search(/[[{]/)
  return offset < 0 ? -1 : from + offset
}

/**
 * Returns the offset of the bracket that closes the one at `start`, ignoring brackets in strings; -1 if there is none.
 */
function endOf(text: string, start: number): number {
  let depth = 0
  let isInString = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\' && isInString) at++
    else if (letter === '"') isInString = !isInString
    else if (isInString) continue
    else if (letter === '{' || letter === '[') depth++
    else if ((letter === '}' || letter === ']') && --depth === 0) return at
  }
  return -1
}

function repaired(text: string): unknown {
  try {
    return parseExactly(text) ?? parseExactly(jsonrepair(text))
  } catch {
    return undefined
  }
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
