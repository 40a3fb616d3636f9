/**
 * Ways in which real servers and models distort a correct response, one function each. Every quirk leaves the meaning
 * of the response clear, so the score must stay the same. A quirk that simulates an unavailable provider must only make
 * the job wait.
 */
import type { AnswerItem } from './answer-shape.ts'
import type { Quirk, Reply } from './quirk.ts'
import { quoteQuirks } from './quote-quirks.ts'

// ── verdicts ────────────────────────────────────────────────────────────────────────────────────

type Evidence = { source: string; answerIndex: null; quote: string }

const evidenceAs = (write: (evidence: Evidence) => unknown): Quirk => ({
  items: (items) => items.map((item) => ({ ...item, evidence: (item.evidence as Evidence[]).map(write) })),
})

const verdictsAs = (write: (verdict: string) => string): Quirk => ({
  items: (items) => items.map((item) => ({ ...item, verdict: write(item.verdict) })),
})

const idsAs = (write: (id: string, at: number) => string): Quirk => ({
  items: (items) => items.map((item, at) => ({ ...item, id: write(item.id, at) })),
  // A map must be written here, because the schema lists the original ids as members and so has none for the changed
  // ids.
  value: (items, shaped) => (isList(shaped) ? shaped : byId(items)),
})

const isList = (shaped: unknown): boolean => Object.values(shaped as object).some(Array.isArray)
const byId = (items: AnswerItem[]) => Object.fromEntries(items.map(({ id, ...item }) => [id, item]))
const listed = (items: AnswerItem[]) => items.map(({ id, ...item }) => ({ criterionId: id, ...item }))
const words: Record<string, string> = { NOT_MET: 'not met', NO_EVIDENCE: 'no evidence' }

const noReason: Quirk = { items: (items) => items.map(({ reason: _, ...item }) => item) }
const topLevelArray: Quirk = { value: listed }
const mapById: Quirk = { value: byId }
const listInVerdicts: Quirk = { value: (items) => ({ verdicts: listed(items) }) }
const repeatedItem: Quirk = { value: (items) => ({ verdicts: listed([...items, items[0]!]) }) }

const unaskedItem: Quirk = {
  value: (items) => ({ verdicts: listed([...items, { ...items[0]!, id: `C${items.length + 90}` }]) }),
}

// ── text ────────────────────────────────────────────────────────────────────────────────────────

const trailingComma: Quirk = { text: (text) => text.replace(/([\]}])$/, ',$1') }
const rawNewline: Quirk = { text: (text) => text.replace(/("reason":"[^" ]+) /g, '$1\n') }
const closedThoughts: Quirk = { text: (text) => `<think>Maybe {"verdict": "MET"}? Let me see.</think>\n${text}` }
const unclosedThoughts: Quirk = { text: (text) => `<think>\nI go through {C1, C2, …} one by one.\n${text}` }
const codeFence: Quirk = { text: (text) => `\`\`\`json\n${text}\n\`\`\`` }
const prose: Quirk = { text: (text) => `Here is the answer {in JSON}:\n${text}\nI hope {this} helps!` }

// ── replies ─────────────────────────────────────────────────────────────────────────────────────

const message = (members: object, finish_reason = 'stop'): Reply => ({
  choices: [{ message: { role: 'assistant', ...members }, finish_reason }],
})

const reasoningContent: Quirk = { reply: (text) => message({ content: '', reasoning_content: text }) }
const reasoning: Quirk = { reply: (text) => message({ content: null, reasoning: text }) }
const parts: Quirk = { reply: (text) => message({ content: [{ type: 'text', text }] }) }
const wholeButLength: Quirk = { reply: (text) => message({ content: text }, 'length') }

const toolCall: Quirk = {
  reply: (text) => {
    const call = { id: 'call_1', type: 'function', function: { name: 'verdicts', arguments: text } }
    return message({ content: null, tool_calls: [call] }, 'tool_calls')
  },
}

const failedGeneration: Quirk = {
  reply: (text) => ({
    status: 400,
    error: { message: 'Failed to validate JSON.', code: 'json_validate_failed', failed_generation: text },
  }),
}

const htmlPage: Quirk = { reply: () => ({ html: '<html><body>Please sign in</body></html>' }) }
const errorWith200: Quirk = { reply: () => ({ error: { message: 'upstream is overloaded', code: 'overloaded' } }) }
const noChoices: Quirk = { reply: () => ({ choices: [] }) }

/** All quirks, by the names that are logged. */
export const quirks: Record<string, Quirk> = {
  ...quoteQuirks,
  'evidence as strings': evidenceAs(({ quote }) => quote),
  'evidence without a source': evidenceAs(({ quote }) => ({ quote })),
  'source in lower case': evidenceAs((evidence) => ({ ...evidence, source: 'resume' })),
  'verdicts in words': verdictsAs((verdict) => words[verdict] ?? verdict.toLowerCase()),
  'verdicts with blanks': verdictsAs((verdict) => verdict.replace('_', ' ')),
  'ids in lower case': idsAs((id) => id.toLowerCase()),
  'ids by position': idsAs((_, at) => `${at + 1}`),
  'no reason': noReason,
  'a top-level array': topLevelArray,
  'a map by id': mapById,
  'a list of verdicts': listInVerdicts,
  'a repeated verdict': repeatedItem,
  'a verdict nobody asked for': unaskedItem,
  'a trailing comma': trailingComma,
  'a raw newline in a string': rawNewline,
  'thoughts with JSON in them': closedThoughts,
  'unclosed thoughts': unclosedThoughts,
  'a code fence': codeFence,
  'prose with braces': prose,
  'JSON in reasoning_content': reasoningContent,
  'JSON in reasoning': reasoning,
  'content in parts': parts,
  'whole JSON, finish_reason length': wholeButLength,
  'a tool call': toolCall,
  'JSON in failed_generation': failedGeneration,
  'an HTML page with status 200': htmlPage,
  'an error with status 200': errorWith200,
  'no choices': noChoices,
}
