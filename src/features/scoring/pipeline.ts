/**
 * The way of a message: claim, fetch, parse, think, finish.
 *
 * Everything before `finish` may happen twice and changes nothing; `finish` happens in one transaction, behind the
 * fence. If the process dies at any point before it, the rescue hands the job to another worker.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ApplicationAnswer, Criterion, ScoringAudit } from '../../../generated/types.gen.ts'
import type {
  CriterionVerdict,
  EngineFailure,
  EngineFailureCode,
  EngineIdentity,
  ParsedResume,
  Tokens,
  Verdict,
} from '../../../workers/tasks.ts'
import type { ErrorCode } from '../../kit/errors.ts'
import { MINUTE, SECOND } from '../../kit/time.ts'
import type { Services } from '../../platform/services.ts'
import { claimFence, claimScoringJob, type ClaimedScoringJobRow } from '../../tables/scoring-job-transitions.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs.ts'
import { criteriaOf } from '../criteria/criteria.ts'
import { findFixture, fixtureText, fixtureVerdicts, sandboxIdentity } from './sandbox-fixtures.ts'
import { formulaVersion } from './score.ts'
import { complete } from './completion.ts'
import { comeBackMs } from '../../platform/concurrency/keyed-limit.ts'
import { JobEnd, settle } from './outcomes.ts'
import { assess, findVerdicts, hashCriteria, storeVerdicts, type HashedCriterion, type Material } from './verdict-cache.ts'

const fileBytesMax = 10 * 1024 * 1024
/** Characters of a resume that an engine sees: 50 dense pages; nobody reads on, and a hostile file would. */
const seenCharactersMax = 200_000
/** Of one job at the engine: such a resume and 256 KiB of answers, in any script, with room for the verdicts. */
const tokenBudget = 500_000
/** So long a job keeps its place before it is put off: a backlog of thousands is not claimed as fast as it can be. */
const awayPauseMs = 2 * SECOND
/** What it says is obeyed up to here: a slip of its clock shall not park a job for days. */
const providerAwayMsMax = 15 * MINUTE

/**
 * Handles one message; resolves when the row says what became of the job. Null where it was not to be claimed, or more
 * of its workers have vanished than `vanishedMost`.
 */
export async function runScoringJob(
  services: Services,
  workerId: string,
  id: string,
  vanishedMost?: number,
): Promise<NamedScoringJobRow | null> {
  const job = await claimScoringJob(services.database, id, workerId, services.clock.now(), vanishedMost)
  if (!job) return null
  try {
    await services.reach('claimed')
    await scoreClaimed(services, job)
  } catch (error) {
    await settle(services, job, error)
  }
  return job
}

/** @throws JobEnd for every way to end but success. */
async function scoreClaimed(services: Services, job: ClaimedScoringJobRow): Promise<void> {
  if (job.criteria === null) throw new Error('the criteria version of a claimed job is gone')
  const criteria = criteriaOf({ criteria: job.criteria })
  const source = await fetchResume(services, job, criteria)
  await services.reach('fetched')
  const answers = JSON.parse(job.answers ?? '[]') as ApplicationAnswer[]
  const parsed = await parse(services, job, source, answers)
  await services.reach('parsed')
  const identity = source.fixture ? sandboxIdentity : services.engine
  const material: Material = {
    resume: { ...parsed.resume, seen: parsed.resume.seen.slice(0, seenCharactersMax).toWellFormed() },
    answers: answers.map(({ question }, index) => ({
      question,
      passage: parsed.answers[index] as ParsedResume['resume'],
    })),
  }
  const hashed = hashCriteria(identity, material, criteria)
  const thought = await think(services, job, hashed, material, source.fixture)
  await services.reach('scored')
  await finish(services, job, { parsed, material, criteria: hashed, identity, ...thought })
  await services.reach('finished')
}

type Source = { content: { bytes: Uint8Array } | { text: string }; fixture?: Verdict[] }

async function fetchResume(services: Services, job: NamedScoringJobRow, criteria: Criterion[]): Promise<Source> {
  const { resumeUrl } = job
  if (resumeUrl === null) throw new Error('a claimed job has no resume URL')
  const url = new URL(resumeUrl)
  const fixture = findFixture(url, job.environment)
  if (fixture?.kind === 'failure') throw new JobEnd('fail', fixture.code)
  if (fixture) {
    const waitMs = job.queuedAt + fixture.delayMs - services.clock.now()
    if (waitMs > 0) throw new JobEnd('putOff', 'TIMEOUT', { afterMs: waitMs })
    const verdicts = fixture.verdicts(criteria)
    return { content: { text: fixtureText(criteria, verdicts) }, fixture: verdicts }
  }
  // No file is fetched for a model that would not be asked; nor for one that has given all verdicts before, which is rare.
  const away = services.pool.away()
  if (away) {
    await delay(Math.min(away.retryAfterMs ?? 0, awayPauseMs))
    throw providerAway(services, away)
  }
  const limits = { bytesMax: fileBytesMax, timeoutMs: services.periods.fetchTimeoutMs }
  const file = await services.atHost(url.host, () => services.outbound.fetchFile(resumeUrl, limits))
  if (!file) throw new JobEnd('putOff', 'RESUME_FETCH_FAILED', { afterMs: comeBackMs(job.attempt) })
  if (file.ok) return { content: { bytes: file.bytes } }
  throw new JobEnd(file.retryable ? 'retry' : 'fail', file.code, { afterMs: file.retryAfterMs, cause: file.message })
}

async function parse(
  services: Services,
  job: ClaimedScoringJobRow,
  source: Source,
  answers: ApplicationAnswer[],
): Promise<ParsedResume> {
  const task = { source: source.content, answers: answers.map(({ answer }) => answer), blind: job.blind !== 0 }
  const outcome = await services.pool
    .parseResume(job.partnerId, task, services.periods.parseTimeoutMs)
    .catch((error: unknown) => {
      throw new JobEnd('retry', 'RESUME_PARSE_FAILED', { cause: error })
    })
  if (outcome.ok) return outcome.value
  throw new JobEnd(outcome.lost ? 'retry' : 'fail', outcome.code, { cause: outcome.message })
}

type Thought = { fresh: CriterionVerdict[]; tokens: Tokens; quotesRefused: number; reused: number }

/** Verdicts for the criteria that have none in store. */
async function think(
  services: Services,
  job: NamedScoringJobRow,
  criteria: HashedCriterion[],
  material: Material,
  fixture?: Verdict[],
): Promise<Thought> {
  const free = { tokens: { input: 0, output: 0 }, quotesRefused: 0 }
  const stored = await findVerdicts(services, job, criteria)
  const open = criteria.filter(({ hash }) => !stored.has(hash))
  const reused = criteria.length - open.length
  if (open.length === 0) return { ...free, fresh: [], reused }
  if (fixture) return { ...free, fresh: fixtureVerdicts(criteria, fixture, material.resume.seen), reused }
  const task = {
    criteria: open.map(({ id, text }) => ({ id, text })),
    resume: material.resume.seen,
    answers: material.answers.map(({ question, passage }) => ({ question, answer: passage.seen })),
    tokenBudget,
  }
  const outcome = await services.pool.scoreApplication(job.partnerId, task, services.periods.engineTimeoutMs)
  if (outcome.ok) return { ...outcome.value, fresh: outcome.value.verdicts, reused }
  if (outcome.code === 'PROVIDER_AWAY') throw providerAway(services, outcome)
  throw new JobEnd('retry', engineCodes[outcome.code], { afterMs: outcome.retryAfterMs, cause: outcome.message })
}

function providerAway({ periods }: Services, { retryAfterMs = periods.providerRestMs }: EngineFailure): JobEnd {
  return new JobEnd('putOff', 'AI_PROCESSING_FAILED', { afterMs: Math.min(retryAfterMs, providerAwayMsMax) })
}

const engineCodes: Record<Exclude<EngineFailureCode, 'PROVIDER_AWAY'>, ErrorCode> = {
  UNUSABLE_ANSWER: 'AI_SCORING_FAILED',
  PROVIDER_FAILED: 'AI_PROCESSING_FAILED',
  TIMEOUT: 'TIMEOUT',
}

type Finished = Thought & {
  parsed: ParsedResume
  material: Material
  criteria: HashedCriterion[]
  identity: EngineIdentity
}

/** Verdicts, score and what follows from it, in one transaction; nothing when the fence is somebody else's by now. */
async function finish(services: Services, job: NamedScoringJobRow, finished: Finished): Promise<void> {
  const { database } = services
  const { parsed, material, criteria, identity, fresh, tokens, quotesRefused, reused } = finished
  const write = async () => {
    if (!(await claimFence(database, job.id, job.attempt))) return
    const verdicts = await storeVerdicts(services, job, criteria, fresh)
    const { scoreTenths, assessment } = assess(criteria, verdicts, material)
    const { fileSha256, textSha256, flags } = parsed
    const audit: ScoringAudit = { ...identity, formulaVersion, fileSha256, textSha256, tokens, quotesRefused, reused }
    await complete(services, job, {
      scoreTenths,
      assessment: JSON.stringify(assessment),
      flags: JSON.stringify(flags),
      audit: JSON.stringify(audit),
    })
    await services.reach('finishing')
  }
  await services.inTurn(job.partnerId, () => database.transaction(write))
}
