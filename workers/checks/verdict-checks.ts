/**
 * Checks an engine's drafts. A verdict of MET, PARTIAL or NOT_MET must have a quote that is in the application.
 *
 * Decides which drafts are accepted, and replaces the others. Pure. The descriptions of faults contain no text from a
 * resume or an answer, so they can be used in a prompt.
 */
import { earnsCredit } from '../../src/kit/scoring/credit.ts'
import type { Drafts, DraftVerdict } from '../engine.ts'
import type { PlainReason } from '../reasons/reason-texts.ts'
import type { CriterionVerdict, EvidenceSpan, ScoreApplicationTask } from '../tasks.ts'
import { unrelatedEvidence } from './bearing.ts'
import { type Claims, claimsOf, evidenceOf, faultOf, type Texts } from './evidence.ts'
import { isPromptInjection } from './prompt-injection.ts'
import { quotedText } from './quotes.ts'
import { type Objection, objectionsTo } from './specificity.ts'

/**
 * A checked verdict. `plain` selects the sentence that replaces the engine's reason. `quotes` is the number of quotes
 * for a credited verdict, and `artefacts` the number of those that are missing, too long or not in any text.
 */
export type CheckedVerdict = CriterionVerdict & { plain?: PlainReason; quotes: number; artefacts: number }

export type CheckedDrafts = {
  /** By criterion id. A verdict without valid evidence is NO_EVIDENCE. A criterion without a draft has no entry. */
  verdicts: Map<string, CheckedVerdict>
  /** One sentence per fault, for the repair. */
  faults: string[]
  /** The criteria that the repair requests again. */
  open: Set<string>
  quotesRefused: number
}

/** In code points. The prompt asks for at most 300. A much longer sentence is too long for a list of criteria. */
const reasonLengthMax = 500

/** Checks drafts against the requested criteria. Drafts for other criteria are ignored. */
export function checkDrafts(
  { verdicts: drafts, unreadable = [] }: Pick<Drafts, 'verdicts' | 'unreadable'>,
  criteria: ScoreApplicationTask['criteria'],
  texts: Texts,
): CheckedDrafts {
  const result: CheckedDrafts = { verdicts: new Map(), faults: [], open: new Set(), quotesRefused: 0 }
  const fault = (id: string, ...texts: string[]) => {
    result.faults.push(...texts.map((text) => `${id}: ${text}`))
    result.open.add(id)
  }
  const unread = Map.groupBy(unreadable, ({ criterionId }) => criterionId)
  const ofAll = unread.get(undefined) ?? []
  for (const { id, text } of criteria) {
    const own = drafts.filter(({ criterionId }) => criterionId === id)
    const given = [...new Set(own.map(({ verdict }) => verdict))]
    const reasons = (unread.get(id) ?? []).map((one) => one.fault)
    if (own.length === 0 && (reasons.length > 0 || ofAll.length > 0)) fault(id, ...reasons)
    else if (own.length === 0) fault(id, 'there is no verdict.')
    else if (given.length > 1) fault(id, `there are ${given.length} verdicts, ${given.join(' and ')}; give one.`)
    else {
      const draft = { ...own[0]!, evidence: own.flatMap(({ evidence }) => evidence) }
      const claims = claimsOf(draft, texts)
      result.quotesRefused += claims.refusals.length
      const claimFault = faultOf(draft, claims)
      if (claimFault !== null) fault(id, ...reasons, claimFault)
      result.verdicts.set(id, settledOf(draft, claims, text, texts))
    }
  }
  if (result.open.size > 0) result.faults.unshift(...ofAll.map((one) => one.fault))
  return result
}

/**
 * A model's verdicts without unrelated evidence. `unrelated` contains the criteria that have only unrelated evidence.
 * `isArtefact` means that so much evidence is unrelated that a score would be arbitrary.
 */
export type Proven = {
  verdicts: Map<string, CheckedVerdict>
  objections: Map<string, Objection>
  unrelated: Set<string>
  isArtefact: boolean
}

/** @param asked the criteria that were `unrelated` in the first answer */
export function prove(
  checked: ReadonlyMap<string, CheckedVerdict>,
  criteria: ScoreApplicationTask['criteria'],
  texts: Texts,
  asked?: ReadonlySet<string>,
): Proven {
  const shared = objectionsTo(checked, criteria, texts)
  const bearing = unrelatedEvidence(checked, criteria, texts, asked)
  const specific = withoutObjected(checked, shared)
  const distant = new Map([...bearing.objections].filter(([id]) => earnsCredit(specific.get(id)!.verdict)))
  const verdicts = withoutObjected(specific, distant)
  return {
    verdicts,
    objections: new Map([...distant, ...shared]),
    unrelated: new Set(distant.keys()),
    isArtefact: bearing.isWidespread && distant.size > 0,
  }
}

function withoutObjected(
  verdicts: ReadonlyMap<string, CheckedVerdict>,
  objections: ReadonlyMap<string, Objection>,
): Map<string, CheckedVerdict> {
  const proven = Array.from(verdicts, ([id, verdict]): [string, CheckedVerdict] => {
    const { spans = [] } = objections.get(id) ?? {}
    const evidence = verdict.evidence.filter((span) => !spans.includes(span))
    return [id, spans.length > 0 && evidence.length === 0 ? refused(verdict, 'UNSPECIFIC') : { ...verdict, evidence }]
  })
  return new Map(proven)
}

/** Returns NO_EVIDENCE, to replace a verdict that could not be proven. */
function refused(
  { criterionId, quotes, artefacts }: Pick<CheckedVerdict, 'criterionId' | 'quotes' | 'artefacts'>,
  plain: 'UNSPECIFIC' | 'UNVERIFIED' | 'UNQUOTED',
): CheckedVerdict {
  const finding = plain === 'UNSPECIFIC' ? 'passage_not_specific' : 'quote_not_found'
  return { criterionId, verdict: 'NO_EVIDENCE', reason: '', plain, evidence: [], finding, quotes, artefacts }
}

function settledOf(draft: DraftVerdict, claims: Claims, criterion: string, texts: Texts): CheckedVerdict {
  const { criterionId, verdict, reason } = draft
  const evidence: EvidenceSpan[] = evidenceOf(claims)
  const isCredit = earnsCredit(verdict)
  const quotes = isCredit ? Math.max(1, claims.passages.length + claims.refusals.length) : 0
  const artefacts = isCredit ? (claims.isUnquoted ? 1 : claims.refusals.filter(isArtefact).length) : 0
  if (verdict !== 'NO_EVIDENCE' && evidence.length === 0) {
    const plain = claims.isUnquoted ? 'UNQUOTED' : claims.refusals.some(isArtefact) ? 'UNVERIFIED' : 'UNSPECIFIC'
    return refused({ criterionId, quotes, artefacts }, plain)
  }
  const line = reason.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const plain = isFitReason(line, criterion, texts) ? undefined : verdict
  return { criterionId, verdict, reason: line, ...(plain && { plain }), evidence, quotes, artefacts }
}

/** Returns whether a refused quote shows that the engine, not the application, is at fault. */
const isArtefact = ({ refusal }: Claims['refusals'][number]): boolean =>
  refusal === 'NOT_FOUND' || refusal === 'TOO_LONG'

// ── reasons ────────────────────────────────────────────────────────────────────────────────────────

const quotation = /["“„«]([^"“”„«»]{3,})["“”»]|(?<!\p{L})['‘‚]([^'‘’]{3,})['’‘](?!\p{L})/gu

/** Returns false for a reason that is blank, too long or an instruction, or that contains a false quote. */
function isFitReason(line: string, criterion: string, { all }: Texts): boolean {
  const isFit = line !== '' && [...line].length <= reasonLengthMax && line.isWellFormed() && !isPromptInjection(line)
  if (!isFit) return false
  const sources = [...all.map(({ text }) => text), quotedText(criterion)]
  const isIn = (quote: string) => sources.some((source) => 'passages' in source.lookUp(quote))
  return Array.from(line.matchAll(quotation), (found) => found[1] ?? found[2] ?? '').every(isIn)
}
