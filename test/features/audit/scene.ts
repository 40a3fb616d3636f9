/**
 * A server that never seals or deletes audit records by itself, so that tests control when it happens. Each test has
 * its own partner.
 */
import test from 'ava'
import type { AuditRecord } from '../../../generated/types.gen.ts'
import { sealAuditRecords } from '../../../src/features/audit/chain.ts'
import { fileContext } from '../../support/contract/server.ts'
import { still } from '../../support/deletions.ts'
import { startHarness, type Client, type Harness } from '../../support/harness.ts'

export const fixture = (name: string) => `https://fixtures.sandbox.invalid/${name}`

const shared = fileContext()
let harness: Harness

test.before(async () => {
  harness = await startHarness(shared, { overrides: { timings: { ...still, auditSealMs: 1e9 } } })
})

/** Creates a partner that has a job with one criterion. */
export async function startScene() {
  const client = await harness.client()
  const criteria = [{ text: 'Carpentry', importance: 'MUST_HAVE' }]
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  return { harness, client, services: harness.server.services, owner: ownerOf(client) }
}

export const ownerOf = ({ partnerId }: Client) => ({ partnerId, environment: 'SANDBOX' as const })

export async function readLedger(client: Client, query = ''): Promise<AuditRecord[]> {
  const { status, body } = await client.get(`/v1/audit-records${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (body as string).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditRecord]))
}

export async function scoreAndSeal(client: Client, names: string[]): Promise<void> {
  for (const name of names) await client.score('job-1', name, { resumeUrl: fixture('strong') })
  await sealAuditRecords(harness.server.services)
}
