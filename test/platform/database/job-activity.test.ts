/** A job's activity is counted correctly even if concurrent transactions create its row. */
import test from 'ava'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { countActivity, openPlace } from '../../../src/tables/application-scores/job-activity.ts'
import { dialects, openFor } from '../../tools/services/databases.ts'

const jobsMax = 40
const transactionsOfJob = 8

for (const [dialect, create] of Object.entries(dialects)) {
  test(`${dialect}: a job's first applications are all counted when they arrive concurrently`, async (t) => {
    const database = await openFor(t, create)
    await migrate(database)
    const place = { tenantId: 't_1', place: openPlace, updatedAt: 1 }
    for (let job = 0; job < jobsMax; job += 1) {
      const add = () =>
        database.transaction(async () => countActivity(database, { jobId: `job_${job}`, ...place }, null))
      await Promise.all(Array.from({ length: transactionsOfJob }, add))
    }
    const counted = await database.select<{ open: number }>('SELECT open FROM job_activity')
    t.deepEqual(
      counted.map(({ open }) => open),
      Array<number>(jobsMax).fill(transactionsOfJob),
    )
  })
}
