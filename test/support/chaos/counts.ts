/** Compares the counts that the service stores with the rows that they count. */
import { setTimeout as delay } from 'node:timers/promises'
import type { PartnerOwner } from '../../../src/kit/caller.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { failedPlace, openPlace } from '../../../src/tables/application-scores/job-activity.ts'
import { environments, recountKept } from '../../../src/tables/kept-recount.ts'
import type { Kept } from '../../../src/tables/kept-sizes.ts'

/** Returns a sentence for each partner and each job whose counts are wrong. Corrects the partners' counts. */
export async function wrongCounts(database: Database): Promise<string[]> {
  return [...(await wrongKept(database)), ...(await wrongActivity(database))]
}

/** Returns a sentence for each partner whose counts are wrong, and corrects them. */
export async function wrongKept(database: Database): Promise<string[]> {
  const wrong: string[] = []
  for (const { id: partnerId } of await database.select<{ id: string }>('SELECT id FROM partners'))
    for (const environment of environments) {
      const drift = await recount(database, { partnerId, environment })
      if (drift.openScoringJobs !== 0 || drift.keptBytes !== 0)
        wrong.push(`the stored data of ${partnerId} is counted wrongly: ${JSON.stringify(drift)}`)
    }
  return wrong
}

/** Counts again if the service ran its own recount at the same time. */
async function recount(database: Database, owner: PartnerOwner): Promise<Kept> {
  for (;;) {
    const drift = await recountKept(database, owner)
    if (drift) return drift
    await delay(10)
  }
}

async function wrongActivity(database: Database): Promise<string[]> {
  const kept = (name: string) => `COALESCE(MAX(a.${name}), 0) AS ${name}`
  const counted = (name: string, condition: string) => `COUNT(CASE WHEN s.place ${condition} THEN 1 END) AS ${name}Rows`
  const rows = await database.select<Record<'id' | Counted | `${Counted}Rows`, unknown>>(
    `SELECT j.id, ${kept('open')}, ${kept('completed')}, ${kept('failed')}, ${counted('open', `= ${openPlace}`)},
        ${counted('completed', `< ${openPlace}`)}, ${counted('failed', `= ${failedPlace}`)}
       FROM jobs j LEFT JOIN job_activity a ON a.id = j.id LEFT JOIN application_scores s ON s.jobId = j.id GROUP BY j.id`,
  )
  const wrong = rows.filter((row) => states.some((state) => row[state] !== row[`${state}Rows`]))
  return wrong.map((row) => `the applications of a job are counted wrongly: ${JSON.stringify(row)}`)
}

const states = ['open', 'completed', 'failed'] as const
type Counted = (typeof states)[number]
