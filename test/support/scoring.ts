/**
 * Helpers for tests of scoring. They claim jobs by hand, submit a batch, wait until it is completed, and record
 * statements.
 */
import type { ScoringBatchReply } from '../../generated/types.gen.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { claimScoringJobs, type ClaimedScoringJobRow } from '../../src/tables/scoring-jobs/claims.ts'
import type { Answer, Client } from './harness.ts'

export const fixture = (name: string): string => `https://fixtures.sandbox.invalid/${name}`

/**
 * Submits a batch to job-1 with one application for each fixture. An application is named after its fixture, unless
 * `names` contains another name.
 */
export function submitBatch(
  client: Client,
  fixtures: string[],
  names: string[] = fixtures,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const applications = fixtures.map((name, index) => ({ applicationId: names[index], resumeUrl: fixture(name) }))
  return client.post('/v1/jobs/job-1/scoring-batches', { applications }, headers)
}

/** Polls until `isSo` returns true for the batch at `location`. */
export async function batchWhen(
  client: Client,
  location: string,
  isSo: (body: ScoringBatchReply) => boolean,
): Promise<ScoringBatchReply> {
  return (await client.getWhen(location, isSo)).body
}

export const isClosed = (body: { batch: { completedAt: string | null } }): boolean => body.batch.completedAt !== null

/** Returns the number of events of each kind. */
export async function eventCounts(database: Database): Promise<Record<string, number>> {
  const rows = await database.select<{ type: string; n: number }>(
    'SELECT type, COUNT(*) AS n FROM events GROUP BY type',
  )
  return Object.fromEntries(rows.map(({ type, n }) => [type, Number(n)]))
}

export type Statement = { sql: string; binds: readonly unknown[] }

/** Records statements about scoring from now on. Statements that other parts of the server send are ignored. */
export function recordStatements(database: Database): Statement[] {
  const statements: Statement[] = []
  for (const name of ['select', 'execute'] as const) {
    const original = database[name].bind(database) as (...asked: unknown[]) => Promise<never>
    database[name] = (sql: string, binds: readonly unknown[] = []) => {
      if (/\b(jobs|applications|scoring_\w+|events)\b/.test(sql)) statements.push({ sql, binds })
      return original(sql, binds)
    }
  }
  return statements
}

/** Claims a job without running it, as a slow worker would. Returns null if it could not be claimed. */
export async function claimScoringJob(
  database: Database,
  id: string,
  workerId: string,
  now: number,
): Promise<ClaimedScoringJobRow | null> {
  const { claimed } = await claimScoringJobs(database, { now: () => now }, [id], {
    ...{ workerId, lostWorkersMax: Number.MAX_SAFE_INTEGER, promptMs: 0 },
  })
  return claimed.get(id) ?? null
}
