/** Creates tenants for each partner, and for each tenant a job with criteria and a scored application to read. */
import type { PlannedOperation, PlannedTenant } from '../lib/plan.ts'
import type { Client } from './client.ts'
import { CouldNotRun } from './could-not-run.ts'

type Operations = Record<string, PlannedOperation>

/**
 * The number of tenants with a batch. Creating one batch takes a second. With only three such tenants, the reads of
 * batches exceeded the tenants' limits during a spike.
 */
const withBatch = 6

/**
 * Creates `count` tenants of a partner. Scores come from the contract's example, a sandbox fixture.
 * @throws CouldNotRun if the server has no such fixtures
 */
export async function makeTenants(
  client: Client,
  operations: Operations,
  run: string,
  count: number,
): Promise<PlannedTenant[]> {
  const tenants: PlannedTenant[] = []
  for (let number = 0; number < count; number += 1) {
    const tenant = `load-${run}-${number}`
    const [jobId, applicationId] = ['load-job', 'load-scored']
    const values = { tenant, jobId, applicationId }
    await client('replaceCriteria', values, exampleOf(operations, 'replaceCriteria'))
    const { scoringJobId } = await client('submitScoringJob', values, exampleOf(operations, 'submitScoringJob'))
    if (number === 0) await checkFixtures(client, { ...values, scoringJobId })
    const batch =
      number < withBatch
        ? await client('submitScoringBatch', values, exampleOf(operations, 'submitScoringBatch'))
        : null
    tenants.push({
      ...{ tenant, job: jobId, application: applicationId, scoringJobId },
      scoringBatchId: batch?.batch.id ?? null,
    })
  }
  return tenants
}

function exampleOf(operations: Operations, name: string): object {
  return operations[name]?.body as object
}

async function checkFixtures(client: Client, values: Record<string, string>): Promise<void> {
  const waiting = { ...values, prefer: 'wait=25' }
  let { status, error } = await client('getScoringJob', waiting)
  for (let waits = 0; waits < 3 && !['completed', 'failed'].includes(status); waits += 1)
    ({ status, error } = await client('getScoringJob', waiting))
  if (status === 'completed') return
  const what = error ? `failed with ${error.code}` : `is ${status} after a minute`
  throw new CouldNotRun(`the sandbox's fixture ${what}: the server needs sandbox fixtures, a sandbox key and a worker`)
}
