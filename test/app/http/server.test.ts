import test, { type ExecutionContext } from 'ava'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../../../src/app/http/server.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { until } from '../../tools/until.ts'

const leave = { working: () => 0, lameDuckMs: 0, timeoutMs: 1e9 }

/** Starts a server whose responses the test writes, and a client with one keep-alive connection. */
async function start(t: ExecutionContext) {
  const server = await listen(loadContract(), '127.0.0.1', 0, 'PORT')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(async () => {
    agent.destroy()
    await server.finish({ ...leave, timeoutMs: 0 })
  })
  let asked = Promise.withResolvers<ServerResponse>()
  server.open((_request, response) => asked.resolve(response))
  return {
    server,
    /** `response` is what the test writes, and `answer` is what the client receives. */
    async ask() {
      asked = Promise.withResolvers<ServerResponse>()
      const answer = once(get(server.url, { agent }), 'response') as Promise<[IncomingMessage]>
      return { response: await asked.promise, answer: answer.then(([message]) => message) }
    },
    closing: () => until('the server closes its port', () => server.isClosing()),
  }
}

test('a request that is in progress when the port closes is answered, and its response closes the connection', async (t) => {
  const { server, ask, closing } = await start(t)
  const { response, answer } = await ask()
  const finished = server.finish(leave)
  await closing()
  response.end('answered')
  const { statusCode, headers } = await answer
  t.is(statusCode, 200)
  t.is(headers.connection, 'close')
  await finished
})

test('a request on a connection that was open when the port closed is answered, and its response closes the connection', async (t) => {
  const { server, ask, closing } = await start(t)
  const first = await ask()
  first.response.end()
  const before = await first.answer
  await once(before.resume(), 'end')
  t.is(before.headers.connection, 'keep-alive')
  const finished = server.finish(leave)
  await closing()
  const second = await ask()
  second.response.end()
  t.is((await second.answer).headers.connection, 'close')
  await finished
})

test('a server stops when no request is in progress, even if clients keep their connections open', async (t) => {
  const { server, ask } = await start(t)
  const { response, answer } = await ask()
  response.end()
  await once((await answer).resume(), 'end')
  await server.finish(leave)
  t.true(server.isClosing())
})

test('a request that is not answered in time is cut off', async (t) => {
  const { server, ask } = await start(t)
  const { answer } = await ask()
  await Promise.all([t.throwsAsync(answer, { code: 'ECONNRESET' }), server.finish({ ...leave, timeoutMs: 1 })])
})
