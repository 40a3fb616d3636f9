/**
 * A world contains one of every resource in the contract's paths, created through the API for one owner, and requests
 * for these resources. Paths, bodies and policies are read from the contract, so that a new operation is covered
 * immediately.
 */
import { newId, type IdPrefix } from '../../../src/kit/ids.ts'
import { operations, resolved, type TestedOperation } from './operations.ts'
import type { Answer, Client } from '../harness.ts'
import { until } from '../../tools/until.ts'

/**
 * An id for each noun in the contract's paths. A noun is the segment before a parameter, so `items` and
 * `criteria-library` are different.
 */
export type Ids = Record<string, string>

/** A word that is in every text that belongs to a world's owner, and in no request from another caller. */
export const canary = 'Canary7391'
const job = '/v1/jobs/job-1'
const fixture = 'https://fixtures.sandbox.invalid/strong'
const jobContext = {
  jobTitle: `${canary} keeper`,
  jobDescription: `Requirements:\n- 5 years of ${canary}\n- ${canary} care`,
}

const answers = { applicationAnswers: [{ question: 'Why?', answer: `${canary}, all my life` }] }

/**
 * Functions that create one resource of each noun, in this order.
 *
 * @throws Error if the service does not create it
 */
const makers: Record<string, (client: Client, ids: Ids, receiver: string) => Promise<string>> = {
  jobs: async () => 'job-1',
  applications: async () => 'app-1',
  tenants: async ({ tenant }) => tenant,
  errors: async () => 'not-found',
  guides: async () => 'first-score',
  'question-sets': async (client) =>
    (await succeed(client, 'POST', `${job}/question-sets`, { jobContext })).body.questionSet.id,
  // Two generations make an older version, which can be archived, and the current one.
  versions: async (client) =>
    (await succeed(client, 'POST', `${job}/criteria-generations`, { jobContext })).body.criteria.id,
  'criteria-generations': async (client) =>
    (await succeed(client, 'POST', `${job}/criteria/generate`, { jobContext })).body.criteria.id,
  items: async (client) => (await succeed(client, 'GET', `${job}/criteria`)).body.criteria.criteria[0].id,
  'scoring-jobs': async (client) =>
    (await client.score('job-1', 'app-1', { resumeUrl: fixture, candidateData: answers })).body.scoringJobId,
  'score-reports': async (client) => {
    const { body } = await succeed(client, 'POST', `${job}/applications/app-1/score/report-links`)
    return body.url.split('/').at(-1)
  },
  overrides: async (client) => {
    const id = await scoredCriterion(client)
    const reason = `${canary} is in her portfolio.`
    const body = { verdict: 'PARTIAL', reason, reviewer: canary }
    await succeed(client, 'PUT', `${job}/applications/app-1/score/overrides/${id}`, body)
    return id
  },
  'scoring-batches': async (client) => {
    const applications = ['app-1', 'app-2'].map((applicationId) => ({ applicationId, resumeUrl: fixture }))
    const { headers } = await succeed(client, 'POST', `${job}/scoring-batches`, { applications })
    return (await bodyWhen(client, headers.location, ({ batch }) => batch.completedAt !== null)).batch.id
  },
  'criteria-library': async (client) => {
    const body = { text: `Fluent ${canary}`, importance: 'PREFERRED' }
    return (await succeed(client, 'POST', '/v1/criteria-library', body)).body.criterion.id
  },
  'api-keys': async (client) => (await succeed(client, 'POST', '/v1/api-keys', { name: canary })).body.apiKey.id,
  'webhook-endpoints': async (client, _ids, receiver) => {
    // The selected kind of event does not occur here, so only the test event below is delivered.
    const body = { url: `${receiver}/${canary}`, name: canary, events: ['deletion.failed'] }
    return (await succeed(client, 'POST', '/v1/webhook-endpoints', body)).body.endpoint.id
  },
  deliveries: async (client, ids) => {
    const endpoint = `/v1/webhook-endpoints/${ids['webhook-endpoints']}`
    await succeed(client, 'POST', `${endpoint}/test`)
    const isDelivered = ({ data }: Answer['body']) => data[0]?.status === 'SUCCEEDED'
    return (await bodyWhen(client, `${endpoint}/deliveries`, isDelivered)).data[0].id
  },
  'deletion-requests': async (client) => {
    const { headers } = await succeed(client, 'DELETE', `${job}/applications/app-gone`)
    return (await untilDeleted(client, headers.location)).deletionRequest.id
  },
}

/** Returns the id of a criterion in the latest score, because other scores may lack a criterion. */
async function scoredCriterion(client: Client): Promise<string> {
  const { body } = await succeed(client, 'GET', `${job}/applications/app-1/score`)
  return body.result.assessment.criteria[0].criterionId
}

/**
 * Sends a request that must succeed.
 *
 * @throws Error that shows the response if it is not a success
 */
async function succeed(client: Client, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await client.send(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path} → ${answer.status} ${answer.body.code}`)
  return answer
}

/** Polls until `isSo` returns true for the body, and returns the body. */
function bodyWhen(client: Client, path = '', isSo: (body: Answer['body']) => boolean): Promise<Answer['body']> {
  return until(`GET ${path} answers as ${isSo}`, async () => {
    const { body } = await succeed(client, 'GET', path)
    return isSo(body) && body
  })
}

/** Polls a deletion request until it has ended. */
export function untilDeleted(client: Client, path: string | undefined): Promise<Answer['body']> {
  return bodyWhen(client, path, ({ deletionRequest: { status } }) => status === 'COMPLETED' || status === 'FAILED')
}

/**
 * `missing` contains the nouns that could not be created, with the reason, and `ids` contains unknown ids for them.
 * `receiver` is the origin to which webhooks may be sent.
 */
export type World = { ids: Ids; missing: Record<string, string>; receiver: string }

/** Creates everything. The client's key needs every permission. */
export async function makeWorld(client: Client, receiver: string): Promise<World> {
  const unknown = nouns.filter((noun) => !(noun in makers))
  if (unknown.length > 0) throw new Error(`world.ts: add a maker for ${unknown.join(', ')}`)
  const ids: Ids = {}
  const missing: Record<string, string> = {}
  for (const [noun, make] of Object.entries(makers)) {
    ids[noun] = await make(client, ids, receiver).catch((error: Error) => {
      missing[noun] = error.message
      return absentIds[noun] as string
    })
  }
  return { ids, missing, receiver }
}

const nouns = [...new Set(operations.flatMap(({ path }) => nounsOf(path)))]

/** Returns the nouns for a path's parameters, in order. */
export function nounsOf(path: string): string[] {
  return [...path.matchAll(/\/([\w-]+)\/\{\w+\}/g)].map(([, noun]) => noun as string)
}

const prefixes: Record<string, IdPrefix> = {
  'question-sets': 'qs',
  versions: 'cv',
  'criteria-generations': 'cv',
  items: 'cr',
  'scoring-jobs': 'sj',
  overrides: 'cr',
  'scoring-batches': 'sb',
  'criteria-library': 'lc',
  'api-keys': 'key',
  'webhook-endpoints': 'we',
  deliveries: 'wd',
  'deletion-requests': 'dr',
}

/** Returns whether the service creates a noun's ids. Callers choose the ids of other nouns. */
export function isOurs(noun: string): boolean {
  return prefixes[noun] !== undefined
}

/** Well-formed ids that never existed. */
export const absentIds: Ids = Object.fromEntries(
  nouns.map((noun) => [noun, prefixes[noun] ? newId(prefixes[noun], Date.now()) : `absent-${noun}`]),
)

/** Returns the path and the required query for a request with these ids. */
export function targetOf({ path, parameters }: TestedOperation, ids: Ids): string {
  const filled = path.replaceAll(/\/([\w-]+)\/\{\w+\}/g, (_, noun: string) => `/${noun}/${ids[noun]}`)
  const values: Record<string, string | undefined> = { jobIds: ids.jobs, timeRange: '24h' }
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const pairs = query.map(({ name }) => {
    if (values[name] === undefined) throw new Error(`world.ts: add a value for the query parameter ${name}`)
    return `${name}=${values[name]}`
  })
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

/** Returns a valid body: the contract's example, unless the operation needs a current value. */
export function bodyOf({ handler, bodySchema }: TestedOperation, { receiver }: Pick<World, 'receiver'>): unknown {
  const made: Record<string, unknown> = {
    createWebhookEndpoint: { url: receiver },
    uploadResume: new TextEncoder().encode(`Experience\n5 years of ${canary}, 2015 to 2024\n`),
    recoverWebhookDeliveries: { since: new Date(Date.now() - 3_600_000).toISOString() },
  }
  if (!bodySchema || made[handler] !== undefined) return made[handler]
  const [example] = resolved(bodySchema).examples ?? []
  if (example === undefined) throw new Error(`world.ts: add a body for ${handler}, because the contract has no example`)
  return example
}

/**
 * Returns the current values without which an operation fails. The criteria's ids are read again, because every edit
 * changes them.
 */
export async function fitting(
  client: Client,
  operation: TestedOperation,
  world: World,
): Promise<{ ids: Ids; body: unknown }> {
  const plain = { ids: world.ids, body: bodyOf(operation, world) }
  if (operation.path.includes('/overrides/'))
    return { ...plain, ids: { ...world.ids, overrides: await scoredCriterion(client) } }
  if (!operation.path.includes('/criteria/items')) return plain
  const { body } = await client.get(`${job}/criteria`)
  const { criteria } = body.criteria as { criteria: { id: string }[] }
  const ids = { ...world.ids, items: criteria[0]?.id as string }
  if (operation.id === 'orderCriteria') return { ids, body: { criterionIds: criteria.map(({ id }) => id) } }
  return { ...plain, ids }
}

/**
 * Sorts reads first, then creations, changes and deletions. A child is deleted before its parent, and the tenant last.
 */
export function byDanger(one: TestedOperation, other: TestedOperation): number {
  const methods = ['get', 'post', 'patch', 'put', 'delete']
  const rank = ({ method, path, id }: TestedOperation) =>
    id === 'deleteTenant' ? Infinity : methods.indexOf(method) * 100 - path.split('/').length
  return rank(one) - rank(other)
}
