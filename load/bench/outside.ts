/**
 * What the service needs of the outside, in a process of its own: a model that answers at once or after a while, hosts
 * of resumes, and a receiver of webhooks on the same ports. Speaks to its parent, see `Outside` in `children.ts`.
 *
 * A host gives each name a page of text of its own, so that no verdict is used again. `.pdf` is a one-page PDF, the same
 * for all names; in the folder of an occupation it is a two-page resume, another for each name. `/missing` is none; `/drip`
 * gives a byte a second; `/silence` takes a webhook and never answers.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { good, startFakeGroq } from '../../test/tools/fakes/groq.ts'
import { drip } from '../../test/tools/fakes/resume-host.ts'
import { linesPdf } from '../../test/tools/samples/resumes.ts'
import { occupations, twoPageResume } from '../../test/tools/samples/two-page-resumes.ts'

const resume = (name: string) =>
  [
    'Experience',
    '7 years of professional experience with TypeScript in the field of payments',
    'Led a project from start to finish with a team of five',
    'Production experience with PostgreSQL and Kubernetes',
    'Education',
    'A degree in computer science',
    `Portfolio entry ${name}`,
  ].join('\n')

/** As many as there are partners: of one host the service fetches only so much at once. */
const hosts = 4
/** Longer than a run pauses. */
const keepAliveMs = 60_000

const pdf = await linesPdf(resume('of all').split('\n'))
const occupationOf = new Map(occupations.map((occupation) => [occupation.name, occupation]))
const dripping = drip()

function pdfAt(path: string): Buffer {
  const [, folder = '', name = ''] = /^\/([^/]+)\/([^/]+)\.pdf$/.exec(path) ?? []
  const occupation = occupationOf.get(folder)
  return occupation ? twoPageResume(occupation, name) : pdf
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  request.resume()
  if (path === '/silence') return
  if (path === '/drip') return dripping(response, request)
  if (path === '/missing') return void response.writeHead(404).end()
  if (path.endsWith('.pdf')) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfAt(path))
  response.writeHead(200, { 'content-type': 'text/plain' }).end(request.method === 'GET' ? resume(path) : '')
}

async function startHost(): Promise<string> {
  const server = createServer(answer)
  server.keepAliveTimeout = keepAliveMs
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const groq = await startFakeGroq()
const calls = { now: 0, most: 0 }
let modelMs = 0
groq.otherwise(async (request, response) => {
  groq.requests.length = 0 // hundreds of thousands would come together
  calls.now += 1
  calls.most = Math.max(calls.most, calls.now)
  if (modelMs > 0) await delay(modelMs)
  await good(request, response)
  calls.now -= 1
})

process.on('message', (question: { modelMs?: number }) => {
  modelMs = question.modelMs ?? modelMs
  process.send?.({ mostCalls: calls.most })
  calls.most = calls.now
})
process.on('disconnect', () => process.exit(0))
const origins = await Promise.all(Array.from({ length: hosts }, startHost))
process.send?.({ groqUrl: groq.url, origins })
