/** The partners, tenants and openings with criteria that the load uses, created by the operator's commands. */
import type { ScoringJobReply, Simulation } from '../../generated/types.gen.ts'
import type { Place } from './places.ts'
import { runCli } from './processes.ts'
import { manyJobs, type Opening } from './requests.ts'

/** The response members that the bench reads. Each response has some of them. */
export type AnswerBody = Partial<ScoringJobReply & Simulation>

/** Calls an operation for an opening; returns the response's body. */
export type Ask = (opening: Opening, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<AnswerBody>

/**
 * The number of tenants of all partners together: enough that requests rarely wait for each other's lock on the row of
 * a tenant or an opening.
 */
const tenants = 40
const jobsOfEach = 5

export const criteria = [
  { text: 'Several years of professional experience in the field', importance: 'MUST_HAVE' },
  { text: 'Has led a project from start to finish', importance: 'PREFERRED' },
  { text: 'A relevant degree or certificate', importance: 'NICE_TO_HAVE' },
]

/** Limits too high for the bench to reach. The last one is per tenant and minute. */
const wide = [
  ...['criteria_current_reads', 'scoring_intake_single', 'scoring_intake_batch', 'read_and_ops', 'rate_limit_status'],
  ...['criteria_ai', 'tenant_window'],
].map((name) => `${name}=1000000`)

/** Creates a partner with high limits; returns its key. */
export function makePartner(folder: string, settings: Record<string, string>, name: string): string {
  runCli(folder, settings, 'partners', 'create', name)
  runCli(folder, settings, 'partners', 'set-limits', name, ...wide)
  const said = runCli(folder, settings, 'keys', 'create', '--partner', name, '--environment', 'sandbox')
  return (JSON.parse(said) as { key: string }).key
}

/**
 * Returns the openings of the partners with these keys. `origins` lists the partners' resume hosts in the same order.
 * Rows about a single job use the first opening.
 */
export function openingsOf(keys: string[], origins: string[]): Opening[] {
  return Array.from({ length: tenants * jobsOfEach }, (_, index) => {
    const tenant = index % tenants
    const partner = tenant % keys.length
    return {
      key: keys[partner] as string,
      tenant: `tenant-${tenant}`,
      job: `job-${Math.floor(index / tenants)}`,
      resumes: origins[partner] as string,
    }
  })
}

/** The jobs whose criteria one request reads together. They belong to the first tenant. */
export const jobsReadTogether = Array.from({ length: manyJobs }, (_, index) => `together-${index}`)

/** Adds criteria to every opening, and to the jobs whose criteria are read together. */
export async function openJobs(ask: Ask, openings: Opening[]): Promise<void> {
  for (const opening of openings) await ask(opening, 'PUT', `/v1/jobs/${opening.job}/criteria`, { criteria })
  for (const job of jobsReadTogether) await ask(openings[0] as Opening, 'PUT', `/v1/jobs/${job}/criteria`, { criteria })
}

/** Creates a webhook endpoint for the partner of each of these openings, at the partner's resume host. */
export async function registerWebhooks({ ask }: { ask: Ask }, openings: Opening[]): Promise<void> {
  const owners = new Map(openings.map((opening) => [opening.key, opening]))
  for (const owner of owners.values())
    await ask(owner, 'POST', '/v1/webhook-endpoints', { url: `${owner.resumes}/hook` })
}

/** Removes all webhook endpoints. */
export async function removeWebhooks({ place }: { place: Place }): Promise<void> {
  await place.execute('DELETE FROM webhook_endpoints')
}

/** Returns a function that calls one address. The function throws an Error if the response is not a success. */
export function askAt(url: string): Ask {
  return async ({ key, tenant }, method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'x-tenant-id': tenant, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json() as Promise<AnswerBody>
  }
}
