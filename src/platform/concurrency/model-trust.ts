/**
 * Decides whether to trust the model's answers. Two moving averages decide: the share of its quotes that are not in the
 * application, and the share of its evidence that is unrelated to the criterion.
 *
 * A model that exceeds the bounds gets no more jobs. The jobs wait, as they do for an unavailable provider, instead of
 * completing with a meaningless score. Once a minute, one job is sent to the model as a probe. The probe's own score is
 * used only if it is within the bounds. The averages are over the last 50 resumes that this process has scored; they
 * start again when the model exceeds the bounds.
 */
import { hash } from 'node:crypto'
import type { EngineFailure, ScoreApplicationOutcome, ScoreApplicationTask } from '../../../workers/tasks.ts'
import { earnsCredit } from '../../kit/scoring/credit.ts'
import { MINUTE } from '../../kit/time.ts'
import type { Log } from '../../kit/log.ts'

/** The bounds for a model, from `x-operator` of the contract. */
export type TrustBounds = { quotesRefusedShareMax: number; unrelatedEvidenceShareMax: number }
/** Shares from 0 to 1; null if there was nothing to measure. */
export type Shares = { quotesRefused: number | null; unrelatedEvidence: number | null }

export type ModelTrust = {
  /** Returns the failure to use instead of making a call; null if calls are allowed or a probe is due. */
  away(): EngineFailure | null
  /**
   * Makes the call, unless the model is not trusted and no probe is due. If a probe's score is outside the bounds,
   * returns a failure instead.
   */
  ask(task: Asked, call: () => Promise<ScoreApplicationOutcome>): Promise<ScoreApplicationOutcome>
  shares(): Shares
  /** Returns why the model is not trusted, for the operator; null if it is trusted. */
  degraded(): string | null
}

type Asked = Pick<ScoreApplicationTask, 'criteria' | 'resume'>
/** The counts of one score. */
type Tally = { quotes: number; refused: number; credits: number; unrelated: number }

const resumesMax = 50
/**
 * The model is not judged on fewer resumes or quotes than this, because a single unusual resume could decide the
 * outcome.
 */
const resumesMin = 5
const quotesMin = 20
const probeEveryMs = MINUTE

/**
 * Creates the object that measures the model. `isTrusted`: the setting MODEL_TRUSTED. If it is true, the shares are
 * measured, but all calls are allowed.
 */
export function createModelTrust(
  bounds: TrustBounds,
  isTrusted: boolean,
  log: Pick<Log, 'info' | 'error'>,
  now: () => number = Date.now,
): ModelTrust {
  /** Counts by resume, so that a job's retries are counted once; the newest is last. */
  const tallies = new Map<string, Tally>()
  let cause: string | null = null
  let probeAt = 0

  const failure = (): EngineFailure => {
    const retryAfterMs = Math.max(0, probeAt - now())
    return { ok: false, code: 'PROVIDER_AWAY', message: cause ?? 'the model is not trusted', retryAfterMs }
  }
  const away = () => (cause !== null && now() < probeAt ? failure() : null)
  const count = (resume: string, tally: Tally): void => {
    const key = hash('sha256', resume)
    tallies.delete(key)
    tallies.set(key, tally)
    if (tallies.size > resumesMax) tallies.delete(tallies.keys().next().value!)
    const all = [...tallies.values()]
    if (isTrusted || all.length < resumesMin || sum(all, ({ quotes }) => quotes) < quotesMin) return
    const found = causeIn(sharesOf(all), bounds)
    if (found !== null && cause === null) log.error({ cause: found }, distrusted)
    if (found === null && cause !== null) log.info({}, 'the model is trusted again: jobs continue')
    // The results so far no longer count: the model regains trust only with new ones.
    if (found !== null) {
      tallies.clear()
      probeAt = now() + probeEveryMs
    }
    cause = found
  }
  return {
    away,
    async ask({ criteria, resume }, call) {
      const refusal = away()
      if (refusal) return refusal
      if (cause !== null) probeAt = now() + probeEveryMs
      const outcome = await call()
      const tally = tallyOf(outcome, criteria.length)
      if (tally === null) return outcome
      count(resume, tally)
      const isArtefact = cause !== null && causeIn(sharesOf([tally]), bounds) !== null
      return isArtefact ? { ...failure(), room: outcome.room } : outcome
    },
    shares: () => sharesOf([...tallies.values()]),
    degraded: () => cause,
  }
}

const distrusted =
  'the model is no longer trusted: jobs wait; run `npm run -s cli -- model check`, choose another model, or set MODEL_TRUSTED=yes, and restart'

/**
 * Returns the counts to add for an outcome; null for a failure that is not the model's fault. An unusable answer
 * without unrelated evidence is counted as one quote per criterion, all of them refused.
 */
function tallyOf(outcome: ScoreApplicationOutcome, criteria: number): Tally | null {
  if (!outcome.ok && outcome.code !== 'UNUSABLE_ANSWER') return null
  if (!outcome.ok) {
    const { unrelatedEvidence: unrelated = 0 } = outcome
    return { quotes: criteria, refused: unrelated > 0 ? 0 : criteria, credits: unrelated, unrelated }
  }
  const { verdicts, quotesRefused: refused } = outcome.value
  const unrelated = verdicts.filter(({ finding }) => finding === 'passage_not_specific').length
  const credits = verdicts.filter(({ verdict }) => earnsCredit(verdict)).length + unrelated
  return { quotes: refused + sum(verdicts, ({ evidence }) => evidence.length), refused, credits, unrelated }
}

function sharesOf(all: Tally[]): Shares {
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
  return {
    quotesRefused: share(
      sum(all, ({ refused }) => refused),
      sum(all, ({ quotes }) => quotes),
    ),
    unrelatedEvidence: share(
      sum(all, ({ unrelated }) => unrelated),
      sum(all, ({ credits }) => credits),
    ),
  }
}

function causeIn({ quotesRefused, unrelatedEvidence }: Shares, bounds: TrustBounds): string | null {
  const percent = (share: number) => `${Math.round(100 * share)} %`
  if (quotesRefused !== null && quotesRefused > bounds.quotesRefusedShareMax)
    return `${percent(quotesRefused)} of the model's quotes are not in the applications`
  if (unrelatedEvidence !== null && unrelatedEvidence > bounds.unrelatedEvidenceShareMax)
    return `${percent(unrelatedEvidence)} of the model's evidence is unrelated to the criteria`
  return null
}

function sum<Item>(items: Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}
