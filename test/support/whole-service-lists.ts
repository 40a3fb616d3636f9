/**
 * Reads the lists of a job's applications in every order. Also runs code that otherwise runs only after upgrades and in
 * concurrent transactions.
 */
import { createBackfill } from '../../src/features/scoring/ranking/upkeep.ts'
import type { Services } from '../../src/platform/services.ts'
import {
  deleteApplicationScore,
  endApplicationScores,
  type ApplicationScoreRow,
} from '../../src/tables/application-scores/application-scores.ts'
import { findApplication } from '../../src/tables/applications.ts'
import { moveOverride, type OverrideRow } from '../../src/tables/overrides.ts'
import type { Client } from './harness.ts'

/** The partner's job `job-1` must have applications in every state. */
export async function readListsOfScores(services: Services, client: Client): Promise<void> {
  const lists = ['score', '-score', 'submittedAt', '-submittedAt'].map((sort) => `job-1/applications?sort=${sort}&`)
  for (const path of [...lists.map((list) => `/v1/jobs/${list}`), '/v1/jobs?', '/v1/jobs/job-1/ranking?'])
    await readTwoPages(client, path)
  await client.get('/v1/exports/scores?limit=1')
  await client.get('/v1/exports/scores')
  await readLongCriteria(client)
  await touchScores(services, client)
}

async function readTwoPages(client: Client, path: string): Promise<void> {
  const { body, headers } = await client.get(`${path}limit=1`)
  const cursor: unknown = body.nextCursor ?? /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1]
  if (typeof cursor === 'string') await client.get(`${path}limit=1&cursor=${cursor}`)
}

/** Criteria that are too long to be read together with those for other jobs. */
async function readLongCriteria(client: Client): Promise<void> {
  const criteria = Array.from({ length: 20 }, (_, index) => ({
    ...{ text: `${index} ${'long '.repeat(90)}`.trim(), importance: 'PREFERRED' },
  }))
  await client.send('PUT', '/v1/jobs/job-long/criteria', { criteria })
  await client.get('/v1/jobs/criteria?jobIds=job-long,job-1')
}

async function touchScores(services: Services, client: Client): Promise<void> {
  const { database, clock } = services
  const owner = { partnerId: client.partnerId, environment: 'SANDBOX', tenant: client.tenant } as const
  const found = await findApplication(database, owner, 'job-1', 'app-1')
  const { applicationId: id, tenantId } = found!
  // Restores the state that the previous release leaves.
  await database.transaction(() => deleteApplicationScore(database, { id, tenantId, now: clock.now() }))
  await createBackfill()(services)
  const late = { id, tenantId, scoringJobId: 'sj_of_a_newer_one' } as ApplicationScoreRow
  const none = { highTenths: null, flags: null, verdicts: null, isDropped: 0, updatedAt: clock.now() } as const
  const row = { ...late, ...none, jobId: 'job', criteriaVersionId: 'version', place: 0 }
  await database.transaction(() => endApplicationScores(database, [row]))
  const moved = { tenantId, applicationId: id, textHash: 'none', criterionId: 'cr_a', engineVerdict: 'MET' }
  await moveOverride(database, moved as OverrideRow)
}
