/**
 * Parses a model's answer into verdicts, one for each criterion in the request. Pure.
 *
 * Verdicts may be a map by id or a list, under any name and in any order. Two different verdicts for one id, an unknown
 * word for a verdict and a missing id are faults, which the repair points out.
 */
import { facts } from '../../../generated/facts.gen.ts'
import type { Drafts, DraftEvidence, DraftVerdict } from '../../engine.ts'
import { bestOf, cutOff, faultOf, isSameWord, membersOf, type Said } from './answers.ts'

/** One verdict as the model returned it. `id` is null if there is none. */
type Item = { id: string | null; verdict: unknown; reason: string; evidence: DraftEvidence[] }
type VerdictAnswer = Pick<Drafts, 'verdicts'> & { unreadable: NonNullable<Drafts['unreadable']> }

/** The maximum nesting depth of the verdicts, as in `{ "answer": { "verdicts": … } }`. */
const depthMax = 3

/** Returns the verdicts for these criterion ids, in the same order, and the parts that could not be parsed. */
export function readVerdicts(written: Said, ids: string[]): VerdictAnswer {
  const said = { ...written, texts: written.texts.map((text) => withRepeatsApart(text, ids)) }
  const found = bestOf(said, (value) => itemsOf(value, ids).length)
  if (found === null) return { verdicts: [], unreadable: [{ fault: faultOf(said) }] }
  const items = itemsOf(found.value, ids)
  const named = namedBy(items, ids)
  const isCut = found.isPartial || said.isCut
  const read = ids.map((id) => readOne(id, named.get(id) ?? [], isCut))
  return {
    verdicts: read.flatMap((one) => ('verdict' in one ? [one] : [])),
    unreadable: read.flatMap((one) => ('fault' in one ? [one] : [])),
  }
}

function readOne(
  criterionId: string,
  items: Item[],
  isCut: boolean,
): DraftVerdict | { criterionId: string; fault: string } {
  if (items.length === 0) return { criterionId, fault: isCut ? cutOff : 'there is no verdict.' }
  const verdicts = items.map(({ verdict }) => facts.Verdict.values.find((word) => isSameWord(word, verdict)))
  const [verdict] = verdicts
  if (verdict === undefined || verdicts.includes(undefined)) {
    return { criterionId, fault: `the verdict is none of ${facts.Verdict.values.join(', ')}.` }
  }
  if (new Set(verdicts).size > 1) return { criterionId, fault: 'there are two different verdicts.' }
  const reason = items.find((item) => item.reason !== '')?.reason ?? ''
  const evidence = items.flatMap((item) => item.evidence)
  const distinct = [...new Map(evidence.map((claim) => [JSON.stringify(claim), claim])).values()]
  return { criterionId, verdict, reason, evidence: distinct }
}

// ── which verdict belongs to which criterion ───────────────────────────────────────────────────────

/**
 * Returns the items by criterion id. If there is one item per criterion and the items have no ids or are only numbered,
 * their positions decide.
 */
function namedBy(items: Item[], ids: string[]): Map<string, Item[]> {
  const known = Map.groupBy(items, ({ id }) => ids.find((asked) => isSameId(asked, id)) ?? '')
  if (items.length !== ids.length || !items.every(({ id }) => isOrdinal(id, ids))) return known
  const places = placesOf(items)
  return new Map(items.map((item, index) => [ids[places[index]!]!, [item]]))
}

const ordinal = /^\W*(?:c|id|criterion|criteria)?\W*\d{1,2}\W*$/i

/** Returns whether an id is missing, or is only a number, such as `2` or `c2`, and not the id of a criterion. */
function isOrdinal(id: string | null, ids: string[]): boolean {
  if (id === null) return true
  return ordinal.test(id) && (/^\W*\d/.test(id) || !ids.some((asked) => ordinal.test(asked)))
}

/**
 * Returns each item's position: from its id, such as `c1` or `2`, if the ids are consecutive numbers; otherwise from
 * its index.
 */
function placesOf(items: Item[]): number[] {
  const numbers = items.map(({ id }) => Number(/\d+/.exec(id ?? '')?.[0] ?? NaN))
  const first = Math.min(...numbers)
  const isCount = (first === 0 || first === 1) && new Set(numbers).size === items.length
  const isWhole = isCount && Math.max(...numbers) - first === items.length - 1
  return isWhole ? numbers.map((number) => number - first) : items.map((_, index) => index)
}

function isSameId(asked: string, id: string | null): boolean {
  return id !== null && id.replace(repeatMark, '').trim().toUpperCase() === asked.toUpperCase()
}

const repeatMark = / \(\d+\)$/

/**
 * Returns the text with a number added to each repeated id. Otherwise, JSON.parse would keep only the last member with
 * an id and hide that they differ.
 */
function withRepeatsApart(text: string, ids: string[]): string {
  const counts = new Map<string, number>()
  const names = ids.map((id) => RegExp.escape(id)).join('|')
  return text.replace(new RegExp(`(?<!\\\\)"(${names})"(?=\\s*:)`, 'g'), (all, id: string) => {
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? all : `"${id} (${count})"`
  })
}

// ── the shapes of verdicts ─────────────────────────────────────────────────────────────────────────

function itemsOf(value: unknown, ids: string[], depth = depthMax): Item[] {
  if (depth === 0) return []
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => (isItem(item) ? itemOf(idIn(item), item) : itemsOf(item, ids, depth - 1)))
  }
  const entries = Object.entries(membersOf(value))
  const mapped = entries.filter(([key, item]) => isItem(item) || (isKnownId(key, ids) && typeof item === 'string'))
  if (mapped.length > 0) return mapped.flatMap(([key, item]) => itemOf(key, item))
  if (isItem(value)) return itemOf(idIn(value), value)
  // Uses the member with the most verdicts, because a model may repeat the request in another member.
  const inside = entries.map(([, item]) => itemsOf(item, ids, depth - 1))
  return inside.toSorted((one, other) => other.length - one.length)[0] ?? []
}

function isItem(value: unknown): boolean {
  const { verdict } = membersOf(value)
  return typeof verdict === 'string'
}

function isKnownId(key: string, ids: string[]): boolean {
  return ids.some((id) => isSameId(id, key))
}

function idIn(item: unknown): string | null {
  const { criterionId, criterion_id, id, criterion } = membersOf(item)
  const named = [criterionId, criterion_id, id, criterion].find((name) => ['string', 'number'].includes(typeof name))
  return named === undefined ? null : String(named)
}

function itemOf(id: string | null, item: unknown): Item[] {
  if (typeof item === 'string') return [{ id, verdict: item, reason: '', evidence: [] }]
  const { verdict, reason, evidence } = membersOf(item)
  const claims = Array.isArray(evidence) ? evidence : [evidence]
  return [{ id, verdict, reason: typeof reason === 'string' ? reason : '', evidence: claims.flatMap(readEvidence) }]
}

/** Returns the quote in an item, which is a string or an object with a source. An unknown source is ignored. */
function readEvidence(item: unknown): DraftEvidence[] {
  if (typeof item === 'string') return item.trim() === '' ? [] : [{ quote: item }]
  const { source, answerIndex, quote, text, passage } = membersOf(item)
  const said = [quote, text, passage].find((words) => typeof words === 'string')
  if (said === undefined) return []
  const [, word = '', number] = /^\s*([a-z]+)\W*(\d+)?\s*$/i.exec(typeof source === 'string' ? source : '') ?? []
  if (isSameWord('RESUME', word)) return [{ source: 'RESUME', quote: said }]
  const index = Number(answerIndex ?? number ?? NaN)
  if (!isSameWord('ANSWER', word) || !Number.isInteger(index)) return [{ quote: said }]
  return [{ source: 'ANSWER', answerIndex: index, quote: said }]
}
