/**
 * What the scale figures need of the outside, in a process of its own: a model that answers at once or after a while,
 * hosts of resumes, each of them different, and a webhook receiver on the same ports.
 *
 * Speaks to its parent: see `Outside` in `scale-children.ts`.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { good, slow, startFakeGroq } from '../../test/support/fakes/groq.ts'

/** A page's worth of text; the last line makes it another resume, so that no verdict is used again. */
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

async function startHost(): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    request.resume()
    const text = request.method === 'GET' ? resume(path) : ''
    response.writeHead(path === '/missing' ? 404 : 200, { 'content-type': 'text/plain' }).end(text)
  })
  server.keepAliveTimeout = keepAliveMs
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const groq = await startFakeGroq()

function answerAfter(modelMs: number): void {
  const answer = modelMs === 0 ? good : slow(modelMs, good)
  groq.otherwise((request, response) => {
    groq.requests.length = 0 // hundreds of thousands would come together
    return answer(request, response)
  })
}

answerAfter(0)
process.on('message', (modelMs: number) => {
  answerAfter(modelMs)
  process.send?.({ modelMs })
})
process.on('disconnect', () => process.exit(0))
const origins = await Promise.all(Array.from({ length: hosts }, startHost))
process.send?.({ groqUrl: groq.url, origins })
