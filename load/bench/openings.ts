/** Whom the load speaks for: partners made by the operator's commands, their tenants, and openings with criteria. */
import type { ScoringJobReply, Simulation } from '../../generated/types.gen.ts'
import type { Place } from './places.ts'
import { runCli } from './processes.ts'
import { manyJobs, type Opening } from './requests.ts'

/** What the bench looks at in answers; each of them has a part of it. */
export type AnswerBody = Partial<ScoringJobReply & Simulation>

/** Asks for an opening; the answer's body. */
export type Ask = (opening: Opening, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<AnswerBody>

/** Of all partners together: so many that no tenant's row nor opening's is what is measured. */
const tenants = 40
const jobsOfEach = 5

export const criteria = [
  { text: 'Several years of professional experience in the field', importance: 'MUST_HAVE' },
  { text: 'Has led a project from start to finish', importance: 'PREFERRED' },
  { text: 'A relevant degree or certificate', importance: 'NICE_TO_HAVE' },
]

/** Nothing reaches them; the last is of a tenant in a minute. */
const wide = [
  ...['criteria_current_reads', 'scoring_intake_single', 'scoring_intake_batch', 'read_and_ops', 'rate_limit_status'],
  ...['criteria_ai', 'tenant_window'],
].map((name) => `${name}=1000000`)

/** A partner with wide limits; its key. */
export function makePartner(folder: string, settings: Record<string, string>, name: string): string {
  runCli(folder, settings, 'partners', 'create', name)
  runCli(folder, settings, 'partners', 'set-limits', name, ...wide)
  const said = runCli(folder, settings, 'keys', 'create', '--partner', name, '--environment', 'sandbox')
  return (JSON.parse(said) as { key: string }).key
}

/** The openings of these keys, one key for each host of resumes; the first is the one of rows about one job. */
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

/** The first tenant's jobs that are read together. */
export const jobsReadTogether = Array.from({ length: manyJobs }, (_, index) => `together-${index}`)

/** Gives criteria to every opening, and to the jobs that are read together. */
export async function openJobs(ask: Ask, openings: Opening[]): Promise<void> {
  for (const opening of openings) await ask(opening, 'PUT', `/v1/jobs/${opening.job}/criteria`, { criteria })
  for (const job of jobsReadTogether) await ask(openings[0] as Opening, 'PUT', `/v1/jobs/${job}/criteria`, { criteria })
}

/** Tells the partners of these openings of their events by webhook, at their hosts of resumes. */
export async function tellOwners({ ask }: { ask: Ask }, openings: Opening[]): Promise<void> {
  const owners = new Map(openings.map((opening) => [opening.key, opening]))
  for (const owner of owners.values())
    await ask(owner, 'POST', '/v1/webhook-endpoints', { url: `${owner.resumes}/hook` })
}

/** Nobody is told of anything any more. */
export async function tellNobody({ place }: { place: Place }): Promise<void> {
  await place.execute('DELETE FROM webhook_endpoints')
}

/** Speaks to one address. @throws Error for an answer that is no success */
export function askAt(url: string): Ask {
  return async ({ key, tenant }, method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'x-tenant-id': tenant, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json() as Promise<AnswerBody>
  }
}
