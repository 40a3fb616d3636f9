/** The current criteria of many jobs. Concurrent calls for the same owner share a statement. */
import type { Owner } from '../kit/caller.ts'
import { batchedRead } from '../platform/concurrency/batches.ts'
import { bindList, type Database } from '../platform/database/database.ts'
import { ownedBy, ownerBinds } from './tenants.ts'

/** Jobs of one owner, by external id. */
export type JobsKey = { owner: Owner; jobs: readonly string[] }

/**
 * A job's criteria (JSON: Criterion[]) and their size. `criteria` is null if the query was only for short criteria and
 * these are longer.
 */
export type CurrentCriteria = { bytes: number; criteria: string | null }

/** The jobs that have criteria, by external id. */
export type CriteriaByJob = ReadonlyMap<string, CurrentCriteria>

/** The largest size of short criteria. Ten criteria with their ids take a quarter of this. */
export const shortCriteriaBytes = 8_192

const ifShort = `CASE WHEN OCTET_LENGTH(v.criteria) <= ${shortCriteriaBytes} THEN v.criteria END`

/** Finds criteria of at most `shortCriteriaBytes`, and only the sizes of longer ones. */
export const readShortCriteria = batchedRead('short_criteria', (database: Database, keys: JobsKey[]) =>
  listCriteria(database, keys, ifShort),
)

/** Finds criteria of any length. */
export const readAllCriteria = batchedRead('all_criteria', (database: Database, keys: JobsKey[]) =>
  listCriteria(database, keys, 'v.criteria'),
)

/** Returns the criteria of each key's jobs, in the same order as the keys. */
async function listCriteria(database: Database, keys: readonly JobsKey[], criteria: string): Promise<CriteriaByJob[]> {
  const owners = Map.groupBy(keys, ({ owner }) => JSON.stringify(ownerBinds(owner)))
  const found = new Map<JobsKey, CriteriaByJob>()
  const find = async (together: JobsKey[]) => {
    const jobs = new Set(together.flatMap((key) => key.jobs))
    const current = await findCriteria(database, (together[0] as JobsKey).owner, [...jobs], criteria)
    for (const key of together) found.set(key, current)
  }
  await Promise.all(owners.values().map(find))
  return keys.map((key) => found.get(key) as CriteriaByJob)
}

async function findCriteria(
  database: Database,
  owner: Owner,
  jobs: string[],
  criteria: string,
): Promise<Map<string, CurrentCriteria>> {
  const rows = await database.select<{ externalId: string } & CurrentCriteria>(
    `SELECT j.externalId, OCTET_LENGTH(v.criteria) AS bytes, ${criteria} AS criteria FROM jobs j ${ownedBy('j')}
       JOIN criteria_versions v ON v.id = j.currentVersionId WHERE j.externalId IN (${bindList(4, jobs)})`,
    [...ownerBinds(owner), ...jobs],
  )
  return new Map(rows.map((row) => [row.externalId, row]))
}
