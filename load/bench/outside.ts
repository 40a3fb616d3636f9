/**
 * The external parts of the service, in their own process: a model that answers immediately or after a delay, and hosts
 * that serve resumes and receive webhooks. `Outside` in `children.ts` is the parent's side.
 *
 * A host returns a text resume that is different for each path. A path that ends in `.pdf` always returns the same
 * one-page PDF, except in the folder of an occupation: there, it returns a two-page PDF that is different for each
 * name. `/missing` does not exist; `/drip` sends one byte per second; `/silence` accepts a webhook and never responds.
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

/** Each partner has its own host, because the service limits concurrent fetches from one host. */
const hosts = 4
/** Longer than any pause in a run, so that connections stay open. */
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
  groq.requests.length = 0 // drop it, because a run has hundreds of thousands of them
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
