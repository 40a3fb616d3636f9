/** A partner with small quotas, and helpers for tests of quotas. */
import type { ExecutionContext } from 'ava'
import pLimit from 'p-limit'
import { permissions } from '../../../src/features/access/api-keys.ts'
import { setQuotas, type QuotaChanges } from '../../../src/features/access/quotas.ts'
import type { Services } from '../../../src/platform/services.ts'
import { listKept } from '../../../src/tables/quota-lanes.ts'
import { recountKept } from '../../../src/tables/kept-recount.ts'
import { still } from '../../support/deletions.ts'
import { startHarness, type Answer, type Client } from '../../support/harness.ts'

export const item = (text: string) => ({ criteria: [{ text, importance: 'PREFERRED' }] })
export const put = (client: Client, job: string, text: string, tenant = client.tenant) =>
  client.send('PUT', `/v1/jobs/${job}/criteria`, item(text), { 'X-Tenant-Id': tenant })

/**
 * Starts a server without a cache of keys, so that changed quotas take effect immediately. `quotas` replace those of
 * the partner's plan.
 */
export async function start(t: ExecutionContext, quotas: QuotaChanges = {}) {
  const harness = await startHarness(t, { overrides: { timings: { ...still, keyCacheMs: 0 } } })
  const { services } = harness.server
  const client = await harness.client({ permissions: [...permissions] })
  const change = (changes: QuotaChanges) => setQuotas(services, 'partner 1', changes)
  await change(quotas)
  const production = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  const other = await harness.client({ permissions: [...permissions] })
  const quotasOf = async (of: Client = client) => (await of.get('/v1/usage')).body.quotas
  return { harness, services, client, production, other, change, quotasOf }
}

/** Sends `count` requests, 64 at a time. */
export function atOnce(count: number, send: (index: number) => Promise<Answer>): Promise<Answer[]> {
  const limit = pLimit(64)
  return Promise.all(Array.from({ length: count }, (_, index) => limit(() => send(index))))
}

/** Returns how many bytes the partner's sandbox stores, and fails if a recount differs. */
export async function keptBytesOf({ database }: Services, { partnerId }: Client): Promise<number> {
  const owner = { partnerId, environment: 'SANDBOX' } as const
  const drift = await recountKept(database, owner)
  if (drift?.keptBytes !== 0 || drift.openScoringJobs !== 0)
    throw new Error(`the counts have drifted: ${JSON.stringify(drift)}`)
  return (await listKept(database, owner)).keptBytes
}

/** Returns how many requests succeeded, and checks that this quota refused the others. */
export function madeOf(t: ExecutionContext, answers: Answer[], quota: string): number {
  const refused = answers.filter(({ status }) => status >= 300)
  for (const { status, body } of refused) {
    t.is(status, 400, JSON.stringify(body))
    t.like(body, { code: 'VALIDATION_ERROR', retryable: false })
    t.like(body.details[0], { field: quota, code: 'limit_reached' })
  }
  return answers.length - refused.length
}
