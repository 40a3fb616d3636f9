/**
 * Simulations: calculates a job's scores with other criteria. Writes nothing, and calls no engine.
 *
 * A rank depends on all applications, so all scores are recalculated for every page. This is done in slices, and other
 * requests run in between. A job that completes during the calculation may or may not be included.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { CriterionDraft, CriterionOverride, SimulatedScore, Verdict } from '../../../../generated/types.gen.ts'
import { ServiceError } from '../../../kit/errors.ts'
import { lateJson, written } from '../../../kit/stored-json.ts'
import { callerOf, ownerOf } from '../../../platform/contract/call.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import { listCompletedScores } from '../../../tables/completed-scores.ts'
import { findJobId, type JobRow } from '../../../tables/jobs.ts'
import { setFaults } from '../../criteria/edits.ts'
import { scoreRangeTenths, scoreTenths, type Weighed } from '../score.ts'
import { addScores, createIsOfToday, pagesOf, type StoredScore, type Wanted } from './stored-verdicts.ts'

/** Rows per slice. With a dozen criteria each, a slice takes less than 1 ms to read and parse (measured). */
const sliceMax = 25

type Score = StoredScore<Verdict>

export const simulateCriteria: Handler<'simulateCriteria'> = async (call, services) => {
  const { criteria } = call.body
  const details = setFaults(criteria)
  if (details.length > 0) throw new ServiceError('CRITERIA_INVALID', { details })
  const job = await findJobId(services.database, ownerOf(call), call.path.jobId)
  if (!job) throw new ServiceError('JOB_NOT_FOUND')
  const wanted: Wanted<Verdict> = {
    texts: new Set(criteria.map(({ text }) => text)),
    keep: ({ verdict }) => verdict,
    isOfToday: createIsOfToday(services.engine, callerOf(call).environment),
  }
  const scores = await readScores(services, job, wanted, call.signal())
  const simulated = await inSlices(scores, (score) => simulate(score, criteria))
  const { limit, cursor = '' } = call.query
  const { page, nextCursor } = cut(simulated, cursor, limit)
  const [oldRanks, newRanks] = [ranksOf(simulated, 'oldTenths'), ranksOf(simulated, 'newTenths')]
  const data = page.map((one) => lateJson(() => show(one, oldRanks, newRanks)))
  return { status: 200, body: written(() => ({ data, total: simulated.length, nextCursor })) }
}

/** Returns every scored application of the job with its usable verdicts; stops early if the caller disconnects. */
async function readScores(
  { database }: Pick<Services, 'database'>,
  job: Pick<JobRow, 'id' | 'tenantId'>,
  wanted: Wanted<Verdict>,
  signal: AbortSignal,
): Promise<Score[]> {
  const known = new Map<string, Score>()
  const pages = pagesOf((before, limit) => listCompletedScores(database, job, before, limit), sliceMax)
  for await (const rows of pages) {
    addScores(known, rows, wanted)
    if (signal.aborted) break
  }
  return [...known.values()]
}

type Simulated = {
  score: Score
  criteria: Weighed[]
  missing: string[]
  overrides: CriterionOverride[]
  oldTenths: number
  newTenths: number
}

/**
 * Calculates a score with other criteria. A person's verdict takes precedence over an engine's. A criterion without a
 * verdict earns as much as one without evidence.
 */
function simulate(score: Score, wanted: CriterionDraft[]): Simulated {
  const verdicts = wanted.map(({ text }) => score.overrides.get(text)?.verdict ?? score.verdicts.get(text))
  const criteria = wanted.map(({ importance }, index): Weighed => ({
    importance,
    verdict: verdicts[index] ?? 'NO_EVIDENCE',
  }))
  const missing = wanted.flatMap(({ text }, index) => (verdicts[index] ? [] : [text]))
  const overrides = wanted.flatMap(({ text }) => score.overrides.get(text) ?? [])
  const tenths = { oldTenths: score.latest.scoreTenths ?? 0, newTenths: scoreTenths(criteria) }
  return { score, criteria, missing, overrides, ...tenths }
}

async function inSlices<From, To>(all: readonly From[], work: (one: From) => To): Promise<To[]> {
  const done: To[] = []
  for (const [index, one] of all.entries()) {
    if (index % sliceMax === sliceMax - 1) await yieldToOthers()
    done.push(work(one))
  }
  return done
}

/** Returns the page after the cursor, ordered by the partner's application ids. */
function cut(all: readonly Simulated[], cursor: string, limit: number) {
  const behind = all.filter(({ score }) => score.latest.application > cursor)
  const sorted = behind.sort((one, other) => (one.score.latest.application < other.score.latest.application ? -1 : 1))
  const page = sorted.slice(0, limit)
  return { page, nextCursor: sorted.length > limit ? (page.at(-1)?.score.latest.application ?? null) : null }
}

/** Returns the rank of each score; the keys are scores in tenths. A rank is the number of higher scores plus one. */
function ranksOf(all: readonly Simulated[], which: 'oldTenths' | 'newTenths'): Map<number, number> {
  const counts = new Map<number, number>()
  for (const one of all) counts.set(one[which], (counts.get(one[which]) ?? 0) + 1)
  let higher = 0
  const ranks = new Map<number, number>()
  for (const [tenths, count] of [...counts].sort(([one], [other]) => other - one)) {
    ranks.set(tenths, higher + 1)
    higher += count
  }
  return ranks
}

type Ranks = ReadonlyMap<number, number>

function show(one: Simulated, oldRanks: Ranks, newRanks: Ranks): SimulatedScore {
  const { oldTenths, newTenths, missing, overrides } = one
  const { low, high } = scoreRangeTenths(one.criteria)
  const [oldRank, newRank] = [oldRanks.get(oldTenths) as number, newRanks.get(newTenths) as number]
  return {
    applicationId: one.score.latest.application,
    scoringJobId: one.score.latest.id,
    oldScore: oldTenths / 10,
    newScore: newTenths / 10,
    newScoreRange: { low: low / 10, high: high / 10 },
    oldRank,
    newRank,
    rankChange: oldRank - newRank,
    ...(overrides.length > 0 ? { overrides } : {}),
    missing,
  }
}
