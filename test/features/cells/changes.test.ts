/** Rows that change while a move is running are copied again, even if the move has already compared them. */
import test from 'ava'
import { hash } from 'node:crypto'
import { permissions } from '../../../src/features/access/api-keys.ts'
import type { Bind, Database } from '../../../src/platform/database/database.ts'
import { partnerRows } from '../../../src/tables/moving/partner-rows.ts'
import { nameOf, startCells } from './scene.ts'
import { canary, makeWorld } from '../../support/contract/world.ts'
import { holdAt } from '../../support/failpoints.ts'
import { fixture } from '../../support/scoring.ts'
import { uploadOne } from '../../support/whole-service-uploads.ts'
import { startResumeHost, status } from '../../tools/fakes/resume-host.ts'

/** For each table with a `mark` in `partnerRows`, a function that changes rows in the same way as the service. */
const changes: Record<string, (database: Database) => Promise<unknown>> = {
  verdicts: async (database) => {
    const [row] = await database.select<Record<string, Bind>>('SELECT * FROM verdicts LIMIT 1')
    const { applicationId, hash, createdAt } = row as { applicationId: string; hash: string; createdAt: number }
    await database.execute('DELETE FROM verdicts WHERE applicationId = $1 AND hash = $2', [applicationId, hash])
    const names = Object.keys(row as object)
    await database.execute(
      `INSERT INTO verdicts (${names}) VALUES (${names.map((_, n) => `$${n + 1}`)})`,
      Object.values({ ...row, reason: 'Another reason', createdAt: createdAt + 1 }),
    )
  },
  resume_chunks: (database) =>
    database.execute('UPDATE resume_chunks SET bytes = $1 WHERE place = 0', [Buffer.alloc(1_000, 1)]),
  scoring_jobs: (database) =>
    database.execute(
      `UPDATE scoring_jobs SET assessment = '{}', revision = COALESCE(revision, 0) + 1 WHERE status = 'COMPLETED'`,
    ),
  usage_units: (database) => deleteOne(database, 'usage_units', 'scoringJobId'),
  events: (database) => deleteOne(database, 'events', 'id'),
  idempotent_answers: (database) =>
    database.execute('UPDATE idempotent_answers SET answer = $1 WHERE answer IS NOT NULL', [Buffer.alloc(100, 1)]),
  audit_records: (database) =>
    database.execute('UPDATE audit_records SET tenantId = NULL, applicationId = NULL, subject = NULL'),
}

async function deleteOne(database: Database, table: string, key: string): Promise<void> {
  const [row] = await database.select<{ id: string }>(`SELECT ${key} AS id FROM ${table} ORDER BY ${key} LIMIT 1`)
  await database.execute(`DELETE FROM ${table} WHERE ${key} = $1`, [row?.id as string])
}

/** Returns a hash of each row in a table, except rows that background tasks still have to process. */
async function listRows(database: Database, { table, live }: (typeof partnerRows)[number]): Promise<string[]> {
  const rows = await database.select(`SELECT * FROM ${table.name} r WHERE NOT (${live ?? '1 = 0'})`)
  return rows.map((row) => hash('sha256', JSON.stringify(row))).sort()
}

test('the new cell also has the changes made after the move had compared the rows', async (t) => {
  const marked = partnerRows.filter(({ mark }) => mark !== undefined)
  t.deepEqual(Object.keys(changes).sort(), marked.map(({ table }) => table.name).sort())
  const host = await startResumeHost({ [`/${canary}`]: status(204) })
  t.teardown(() => host.stop())
  const held = holdAt('scored', 0)
  const { a, b, move } = await startCells(t, { OUTBOUND_ALLOW: host.pair }, { a: { failpoint: held.failpoint } })
  t.teardown(held.letGo)
  const client = await a.client({ permissions: [...permissions] })
  await makeWorld(client, host.origin)
  await client.ended(`/v1/jobs/job-1/applications/app-uploaded/scoring-jobs/${await uploadOne(client)}`)
  await client.post('/v1/jobs/job-1/criteria-generations', { jobContext: { jobDescription: 'Welding' } }, once)
  held.hold(1)
  await client.post('/v1/jobs/job-1/applications/app-held/scoring-jobs', { resumeUrl: fixture('strong') })
  await held.arrived()

  const [source, target] = [a, b].map(({ server }) => server.services.database) as [Database, Database]
  let changed: Promise<unknown> = Promise.reject(new Error('nothing was changed'))
  changed.catch(() => {})
  const before = new Map<string, string[]>()
  const change = async () => {
    for (const rows of marked) {
      before.set(rows.table.name, await listRows(source, rows))
      await changes[rows.table.name]?.(source)
      t.notDeepEqual(await listRows(source, rows), before.get(rows.table.name), rows.table.name)
    }
    // The move waits for this job before it ends its drain.
    held.letGo()
  }
  const lines: string[] = []
  await move(await nameOf(a, client), {
    say(line) {
      lines.push(line)
      if (line === 'draining') changed = change()
    },
  })
  await changed
  t.regex(lines[2] as string, /^round 3: copied 0 of /, 'all rows had been compared')
  for (const rows of marked) t.deepEqual(await listRows(target, rows), await listRows(source, rows), rows.table.name)
})

const once = { 'Idempotency-Key': 'once' }
