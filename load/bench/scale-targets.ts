/** Whom the scale figures submit for: partners whose limits nothing reaches, their tenants, an opening of each. */
import { issueKey } from '../../src/features/access/api-keys.ts'
import { createPartner } from '../../src/features/access/partners.ts'
import { defaultLimits, setLimits } from '../../src/features/access/rate-limits.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Target } from './scale-children.ts'

/** Asks the API for a target; the answer's body. @throws Error for an answer that is no success */
export type Ask = (target: Target, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<any>

/** Of each partner: neither a partner's window nor one row is what is measured. */
const tenantsOfEach = 5

const criteria = [
  { text: 'Several years of professional experience in the field', importance: 'MUST_HAVE' },
  { text: 'Has led a project from start to finish', importance: 'PREFERRED' },
  { text: 'A relevant degree or certificate', importance: 'NICE_TO_HAVE' },
]

/** As many partners as there are hosts of resumes: of one host a worker fetches only so much at once. */
export async function makeTargets(database: Database, hosts: string[]): Promise<Target[]> {
  const services = { database, clock: Date }
  const wide = Object.fromEntries(Object.keys(defaultLimits).map((limit) => [limit, 1_000_000]))
  const targets: Target[] = []
  for (const [index, resumes] of hosts.entries()) {
    const { id: partnerId, name } = await createPartner(services, `partner ${index}`)
    await setLimits(services, name, wide)
    const { key } = await issueKey(services, { partnerId, environment: 'SANDBOX' })
    for (let n = 0; n < tenantsOfEach; n += 1) targets.push({ key, tenant: `tenant-${n}`, job: 'job', resumes })
  }
  return targets
}

/** Criteria for each opening; and the first partner is told of its events. */
export async function openJobs(ask: Ask, targets: Target[]): Promise<void> {
  for (const target of targets) await ask(target, 'PUT', `/v1/jobs/${target.job}/criteria`, { criteria })
  const [first] = targets as [Target]
  await ask(first, 'POST', '/v1/webhook-endpoints', { url: `${first.resumes}/hook` })
}
