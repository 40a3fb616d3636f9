/**
 * Runs a scoring job: claims it, fetches the resume, reads it, calls the engine, and stores the score (`finish`).
 *
 * The steps before `finish` store nothing, so they may run twice. `finish` is one transaction, protected by the fence.
 * If the process dies before the commit, the recovery task releases the job to another worker.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { ApplicationAnswer, Criterion, ScoringAudit } from '../../../generated/types.gen.ts'
import type { EngineFailure, EngineFailureCode, JudgeTask, ParsedResume, Tokens } from '../../../workers/tasks.ts'
import type { ScoreApplicationOutcome, Verdict } from '../../../workers/tasks.ts'
import { backoffMs } from '../../kit/backoff.ts'
import type { ErrorCode } from '../../kit/errors.ts'
import { SECOND } from '../../kit/time.ts'
import type { PutOff } from '../../platform/concurrency/rooms.ts'
import type { Services } from '../../platform/services.ts'
import type { ClaimedScoringJobRow } from '../../tables/scoring-jobs/claims.ts'
import type { NamedScoringJobRow } from '../../tables/scoring-jobs/scoring-jobs.ts'
import { criteriaOf } from '../criteria/criteria.ts'
import { beginAttempt, traced } from './attempts/attempt.ts'
import { openResume } from '../resumes/stored-resumes.ts'
import { claim } from './claims.ts'
import { finish, type EngineResult } from './finish.ts'
import { ScoringJobOutcome, writeOutcome } from './attempts/outcomes.ts'
import { recall, type RecallNeeds } from './attempts/recall.ts'
import { formulaVersion } from './score.ts'
import { findFixture, fixtureText, fixtureVerdicts, sandboxIdentity } from './sandbox-fixtures.ts'
import {
  findVerdicts,
  hashCriteria,
  hashInput,
  hashReading,
  type HashedCriterion,
  type ScoringInput,
  type Stored,
} from './verdict-cache.ts'

/**
 * The waits of a job that is snoozed because the queue for scans is full. A claim and a snooze each add one to
 * `attempt`, so half of it is the number of earlier snoozes.
 */
const roomBackoff = { firstMs: 1 * SECOND, maxMs: 30 * SECOND, jitter: 1 / 4 }
/**
 * A job that waits for a resume host is recalled when its turn comes. After this time the job becomes due anyway: the
 * process that would recall it may have ended.
 */
const uncalledBackoff = { firstMs: 30 * SECOND, maxMs: 120 * SECOND, jitter: 1 / 4 }
/** While the provider is unavailable, a job keeps its slot for this long, which slows down further claims. */
const awayPauseMs = 2 * SECOND

/** Claims a job and runs it; null if it could not be claimed. */
export async function runScoringJob(
  services: Services,
  workerId: string,
  id: string,
): Promise<NamedScoringJobRow | null> {
  const { scoringJob } = await claim(services, workerId, id)
  if (scoringJob) await runClaimed(services, scoringJob)
  return scoringJob
}

/** Scores a claimed job. Resolves when the outcome is in its row. */
export async function runClaimed(services: Services, scoringJob: ClaimedScoringJobRow): Promise<void> {
  const attempt = beginAttempt(services, scoringJob)
  try {
    await services.failpoint('claimed')
    attempt.complete(await scoreClaimed(services, attempt.scoringJob))
  } catch (error) {
    attempt.fail(error)
    await writeOutcome(services, attempt.scoringJob, error)
  }
}

/** Returns the tokens that the job used. @throws ScoringJobOutcome for every outcome except success. */
async function scoreClaimed(services: Services, scoringJob: ClaimedScoringJobRow): Promise<Tokens> {
  if (scoringJob.criteria === null) throw new Error('the criteria version of a claimed job no longer exists')
  const criteria = criteriaOf({ criteria: scoringJob.criteria })
  const answers = JSON.parse(scoringJob.answers ?? '[]') as ApplicationAnswer[]
  const source = await traced(services, scoringJob, 'fetch', () => fetchResume(services, scoringJob, criteria))
  await services.failpoint('fetched')
  const { parsed, scored } = await traced(services, scoringJob, 'read', () =>
    parse(services, scoringJob, source, answers, criteria).finally(source.free),
  )
  await services.failpoint('parsed')
  const identity = source.fixture ? sandboxIdentity : services.engine
  const input: ScoringInput = {
    resume: parsed.resume,
    pageStarts: parsed.pageStarts,
    answers: answers.map(({ question }, index) => ({
      question,
      passage: parsed.answers[index] as ParsedResume['resume'],
    })),
  }
  const { fileSha256, textSha256 } = parsed
  const made = { ...identity, formulaVersion, fileSha256, textSha256 }
  const engineInputHash = hashInput(identity, input)
  const hashed = hashCriteria(engineInputHash, criteria)
  const result = await traced(services, scoringJob, 'ask engine', () =>
    askEngine(services, scoringJob, hashed, input, { fixture: source.fixture, scored, made }),
  )
  await services.failpoint('scored')
  const inputHash = hashReading(engineInputHash, input)
  const all = { scoringJob, parsed, input, inputHash, criteria: hashed, identity, ...result }
  await traced(services, scoringJob, 'finish', () => finish(services, all))
  await services.failpoint('finished')
  return result.tokens
}

type FetchNeeds = Pick<Services, 'clock' | 'contract' | 'outbound' | 'pool' | 'secretKeys' | 'timings'> & RecallNeeds
/** Call `free` when the content is no longer needed. */
type Source = { content: { bytes: Uint8Array } | { text: string }; free?: () => void; fixture?: Verdict[] }

async function fetchResume(
  services: FetchNeeds,
  scoringJob: NamedScoringJobRow,
  criteria: Criterion[],
): Promise<Source> {
  const { resumeUrl } = scoringJob
  if (resumeUrl === null) throw new Error('a claimed job has no resume URL')
  const fixture = findFixture(new URL(resumeUrl), scoringJob.environment)
  if (fixture?.kind === 'failure') throw new ScoringJobOutcome('fail', fixture.code)
  if (fixture) {
    const takesMs = fixture.isSlow ? services.timings.slowFixtureMs : 0
    const waitMs = scoringJob.queuedAt + takesMs - services.clock.now()
    if (waitMs > 0) throw new ScoringJobOutcome('snooze', 'TIMEOUT', { afterMs: waitMs })
    const verdicts = fixture.verdicts(criteria)
    return { content: { text: fixtureText(criteria, verdicts, fixture.order) }, fixture: verdicts }
  }
  // While the provider is unavailable, nothing is fetched, even for the rare job whose verdicts are all stored.
  const away = services.pool.away()
  if (away) {
    await delay(Math.min(away.retryAfterMs ?? 0, awayPauseMs))
    throw providerAway(services, away)
  }
  const upload = await openResume(services, scoringJob, resumeUrl)
  if (upload === null) throw new ScoringJobOutcome('fail', 'RESUME_NOT_FOUND')
  if (upload) return { content: { bytes: upload.bytes }, free: upload.free }
  const { fetchTimeoutMs: timeoutMs } = services.timings
  const { bytes: bytesMax, redirects: redirectsMax } = services.contract.sizes.resume
  const options = { bytesMax, redirectsMax, timeoutMs, owner: scoringJob.partnerId, visit: scoringJob.id }
  const file = await services.outbound.fetchFile(resumeUrl, options)
  if (file.ok) return { content: { bytes: file.bytes }, free: file.free }
  if (file.putOff) throw untilRoom(services, scoringJob, file.putOff)
  throw new ScoringJobOutcome(file.retryable ? 'retry' : 'fail', file.code, {
    afterMs: file.retryAfterMs,
    cause: file.message,
    why: file,
  })
}

/** Returns the outcome that snoozes the job until its turn at the resume's host comes. */
function untilRoom(services: RecallNeeds, scoringJob: NamedScoringJobRow, putOff: PutOff): ScoringJobOutcome {
  return new ScoringJobOutcome('snooze', 'RESUME_FETCH_FAILED', {
    afterMs: backoffMs(scoringJob.attempt >> 1, uncalledBackoff),
    onWaiting: () => putOff.onTurn(() => recall(services, scoringJob)),
  })
}

type Parsed = { parsed: ParsedResume; scored?: ScoreApplicationOutcome }

/**
 * Reads the resume. Also scores it, if the engine can do both in one task and the application has no stored verdicts.
 */
async function parse(
  services: Pick<Services, 'engine' | 'pool' | 'timings' | 'clock' | 'contract'>,
  scoringJob: ClaimedScoringJobRow,
  source: Source,
  answers: ApplicationAnswer[],
  criteria: Criterion[],
): Promise<Parsed> {
  const { engine, pool, clock, timings, contract } = services
  const judge: JudgeTask = {
    criteria: criteria.map(({ id, text }) => ({ id, text })),
    questions: answers.map(({ question }) => question),
    ...{ today: clock.now(), tokenBudget: contract.sizes.model.scoreTokens, timeoutMs: timings.engineTimeoutMs },
  }
  const task = {
    ...{ source: source.content, answers: answers.map(({ answer }) => answer), blind: scoringJob.blind !== 0 },
    ...(source.fixture ? {} : { criteria: criteria.map(({ text }) => text), builtIn: engine.engine === 'embedded' }),
    ...(pool.judgesWhereItReads && !scoringJob.hasVerdicts && !source.fixture ? { judge } : {}),
  }
  const outcome = await pool.parseResume(scoringJob.partnerId, task, timings.parseTimeoutMs).catch((error: unknown) => {
    throw new ScoringJobOutcome('retry', 'RESUME_PARSE_FAILED', { cause: error })
  })
  if (outcome.ok) return { parsed: outcome.value, scored: outcome.scored }
  if (outcome.code === 'NO_ROOM')
    throw new ScoringJobOutcome('snooze', 'TIMEOUT', { afterMs: backoffMs(scoringJob.attempt >> 1, roomBackoff) })
  throw new ScoringJobOutcome(outcome.lost || outcome.code === 'TIMEOUT' ? 'retry' : 'fail', outcome.code, {
    cause: outcome.message,
    why: outcome,
  })
}

/** The part of a job's audit that does not depend on the engine's result. */
type Made = Omit<ScoringAudit, 'tokens' | 'quotesRefused' | 'reused'>

/** Gets the verdicts that are not stored yet from the engine, unless `scored` already contains all of them. */
async function askEngine(
  services: Pick<Services, 'database' | 'pool' | 'timings' | 'clock' | 'contract'>,
  scoringJob: ClaimedScoringJobRow,
  criteria: HashedCriterion[],
  input: ScoringInput,
  { fixture, scored, made }: { fixture?: Verdict[]; scored?: ScoreApplicationOutcome; made: Made },
): Promise<EngineResult> {
  const free = { tokens: { input: 0, output: 0 }, quotesRefused: 0, findings: [] }
  const stored: Stored = scoringJob.hasVerdicts
    ? await findVerdicts(services, scoringJob, criteria)
    : (new Map() as Stored)
  const open = criteria.filter(({ hash }) => !stored.has(hash))
  const reused = criteria.length - open.length
  if (open.length === 0) return { ...free, fresh: [], reused }
  if (fixture) return { ...free, fresh: fixtureVerdicts(criteria, fixture, input.resume.redacted), reused }
  const task = {
    criteria: open.map(({ id, text }) => ({ id, text })),
    resume: input.resume.redacted,
    answers: input.answers.map(({ question, passage }) => ({ question, answer: passage.redacted })),
    today: services.clock.now(),
    tokenBudget: services.contract.sizes.model.scoreTokens,
    failures: scoringJob.transientFailures,
  }
  const { pool, timings } = services
  // The lane is part of the owner, so that a partner's single submission never waits for the slow calls of its batches.
  const owner = `${scoringJob.partnerId} ${scoringJob.lane}`
  const outcome = scored ?? (await pool.scoreApplication(owner, task, timings.engineTimeoutMs))
  if (outcome.ok) {
    const { verdicts: fresh, findings = [], tokens, quotesRefused } = outcome.value
    return { fresh, findings, tokens, quotesRefused, reused }
  }
  if (outcome.code === 'PROVIDER_AWAY') throw providerAway(services, outcome)
  const { code, retryAfterMs: afterMs, message: cause, tokens, quotesRefused = 0 } = outcome
  const audit = { ...made, tokens: tokens ?? free.tokens, quotesRefused, reused, failure: cause }
  const failure = { afterMs, cause, tokens, audit }
  if (code !== 'TOO_LARGE') throw new ScoringJobOutcome('retry', engineCodes[code], failure)
  throw new ScoringJobOutcome('fail', engineCodes[code], { ...failure, why: { reason: 'too_long_for_model' } })
}

function providerAway(
  { timings }: Pick<Services, 'timings'>,
  { retryAfterMs = timings.providerRestMs, tokens }: EngineFailure,
): ScoringJobOutcome {
  const afterMs = Math.min(retryAfterMs, timings.providerMsMax)
  return new ScoringJobOutcome('snooze', 'AI_PROCESSING_FAILED', { afterMs, tokens })
}

const engineCodes: Record<Exclude<EngineFailureCode, 'PROVIDER_AWAY'>, ErrorCode> = {
  UNUSABLE_ANSWER: 'AI_SCORING_FAILED',
  PROVIDER_FAILED: 'AI_PROCESSING_FAILED',
  TIMEOUT: 'TIMEOUT',
  TOO_LARGE: 'AI_PROCESSING_FAILED',
}
