/**
 * Runs scenarios on one stage: creates the tenants, plays each scenario in turn, then waits for the outcomes of the
 * jobs and events.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import type { Plan, PlannedPartner } from '../lib/plan.ts'
import type { Seen } from '../verdict/neighbours.ts'
import { addJobs, countJobs, countWebhooks, type Jobs, type Webhooks } from '../verdict/jobs.ts'
import { feedCursor, readEnds, type Ends } from './aftermath.ts'
import { clientOf, type Client } from './client.ts'
import { createHeavyPartner } from './crowd.ts'
import { fetchContract, promisedBy, type Promised } from './contract.ts'
import { play, type Around, type Played } from './play.ts'
import type { ScenarioName, Settings } from './settings.ts'
import { makeTenants } from './tenants.ts'

export type Session = {
  promised: Promised
  played: Played[]
  /** Null for the scenario `limits`, which submits no new jobs. */
  jobs: Jobs | null
  /** The events about finished jobs, for each partner. */
  ends: Ends
  webhooks: Webhooks | null
  /** The observations of `neighbours`. */
  seen: Seen | null
}

/**
 * The number of tenants per partner. With a dozen, none comes near its own limit when the partner sends half of all
 * limits.
 */
const tenantsOfEach = 12
/** If no job has finished for this long, the open jobs are considered lost. */
const idleMs = 60_000
/** How long to wait for deliveries. A delivery is first retried after 5 s. */
const deliveryTimeoutMs = 30_000
/** The partner whose events go to the receiver; see `load/webhooks.ts`. */
const webhookPartner = 2
/** The partner of `load/limits.ts` whose requests all belong to one tenant. */
const tenantPartner = 3

/** @throws CouldNotRun */
export async function runSession(names: ScenarioName[], settings: Settings, around: Around): Promise<Session> {
  const { stage, out, progress } = around
  const url = stage.urls[0] as string
  const promised = promisedBy(await fetchContract(url))
  const run = Date.now().toString(36)
  const clients = stage.keys.map((key) => clientOf(url, promised.operations, key))
  const isForLimits = names.includes('limits')
  const cursors = await Promise.all(clients.map((client) => feedCursor(client)))
  progress.tell(`${names.join(', ')}: making tenants, jobs and scores`)
  const partners = await Promise.all(
    clients.map(async (client, number): Promise<PlannedPartner> => {
      const isOneTenant = isForLimits && number === tenantPartner
      const tenants = await makeTenants(client, promised.operations, run, isOneTenant ? 1 : tenantsOfEach)
      // Use a tenant without earlier requests, so that the tenant's limit counts only the judged requests.
      const judged = isOneTenant ? tenants.map((one) => ({ ...one, tenant: `${one.tenant}-window` })) : tenants
      return { key: stage.keys[number] as string, tenants: judged }
    }),
  )
  const played: Played[] = []
  let seen: Seen | null = null
  const windows = Object.values(promised.limits.buckets).map(({ windowSeconds }) => windowSeconds)
  for (const name of names) {
    // Wait for a new window, so that none contains requests of two scenarios, or of a scenario and the setup of its
    // tenants.
    await delay(Math.max(...windows) * 1000)
    if (name === 'webhooks') await openEndpoint(clients[webhookPartner] as Client, around)
    const plan: Plan = {
      ...promised,
      ...{ urls: stage.urls, partners, run: `${run}-${name}` },
      ...{ seconds: settings.seconds, summaryFile: join(out, `k6-${name}.json`) },
    }
    const crowd =
      name === 'neighbours'
        ? await createHeavyPartner({ ...around, clients, tenants: partners.map((one) => one.tenants) })
        : null
    played.push(await play(name, plan, { ...around, onPhase: crowd?.begin }))
    seen = (await crowd?.seen()) ?? seen
  }
  if (isForLimits) return { promised, played, jobs: null, ends: new Map(), webhooks: null, seen }
  const { jobs, byPartner } = await readAllEnds(clients, cursors, played, around)
  const ends = new Map(byPartner.flatMap((own) => [...own]))
  return { promised, played, jobs, ends, webhooks: await countReceived(played, byPartner, around), seen }
}

async function openEndpoint(client: Client, { stage }: Around): Promise<void> {
  const { receiver } = stage
  if (!receiver) return
  const { secret } = await client('createWebhookEndpoint', {}, { url: receiver.url })
  receiver.setSecret(secret as string)
}

function acceptedBy(played: Played[], partner: number): string[] {
  return played.flatMap(({ samples }) =>
    samples.flatMap((sample) => (sample.partner === partner && sample.jobs ? sample.jobs : [])),
  )
}

async function readAllEnds(clients: Client[], cursors: (string | null)[], played: Played[], { progress }: Around) {
  let jobs: Jobs = { accepted: 0, terminal: 0, lost: 0, duplicate: 0 }
  const byPartner: Ends[] = []
  for (const [partner, client] of clients.entries()) {
    const accepted = acceptedBy(played, partner)
    const tell = (open: number) => progress.tell(`waiting for the ends of ${open} scoring jobs of partner ${partner}`)
    const ends = await readEnds(client, cursors[partner] ?? null, new Set(accepted), idleMs, tell)
    byPartner.push(ends)
    jobs = addJobs(jobs, countJobs(accepted, ends))
  }
  progress.end()
  return { jobs, byPartner }
}

async function countReceived(played: Played[], byPartner: Ends[], { stage }: Around): Promise<Webhooks | null> {
  const own = played.filter(({ scenario }) => scenario === 'webhooks')
  const { receiver } = stage
  if (own.length === 0 || !receiver) return null
  const ends = byPartner[webhookPartner] as Ends
  const due = new Set(acceptedBy(own, webhookPartner).flatMap((job) => ends.get(job)?.map(({ id }) => id) ?? []))
  const until = performance.now() + deliveryTimeoutMs
  let webhooks = countWebhooks(due, receiver.received)
  for (
    ;
    webhooks.delivered < webhooks.due && performance.now() < until;
    webhooks = countWebhooks(due, receiver.received)
  )
    await delay(500)
  return webhooks
}
