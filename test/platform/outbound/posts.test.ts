/** Sending a body to a caller's host: every possible outcome. */
import diagnostics from 'node:diagnostics_channel'
import type { LookupFunction, Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createOutbound, parseOutboundAllow, type PostOptions } from '../../../src/platform/outbound/outbound.ts'
import {
  cutShort,
  drip,
  endless,
  redirect,
  reset,
  silence,
  status,
  type Behaviour,
} from '../../tools/fakes/resume-host.ts'
import { startReceiver } from '../../tools/fakes/webhook-receiver.ts'

const options: PostOptions = { headers: { 'webhook-id': 'evt_1' }, body: '{"é":1}', timeoutMs: 10_000 }

/**
 * Starts a receiver with one behaviour, and an outbound client that may reach it. Both are closed when the test ends.
 */
async function scene(t: ExecutionContext, behaviour: Behaviour) {
  const receiver = await startReceiver(t)
  const inbox = receiver.inbox('/hook', behaviour)
  const outbound = createOutbound({ allow: parseOutboundAllow(receiver.pair) })
  t.teardown(outbound.close)
  const post = (changes: Partial<PostOptions> = {}, url = inbox.url) => outbound.post(url, { ...options, ...changes })
  return { receiver, inbox, outbound, post }
}

test('a body arrives unchanged, with its headers and our user agent', async (t) => {
  const { inbox, post } = await scene(t, status(204))
  t.like(await post(), { statusCode: 204, error: null, retryAfterMs: null })
  const [received] = inbox.ledger
  t.is(received?.body, options.body)
  t.like(received?.headers, {
    'webhook-id': 'evt_1',
    'user-agent': 'candidate-screening-service/1',
    'content-length': String(Buffer.byteLength(options.body)),
  })
})

test('every status except 2xx is a failure that contains the status and Retry-After', async (t) => {
  const { inbox, post } = await scene(t, status(200))
  for (const code of [400, 401, 404, 410, 429, 500, 503]) {
    inbox.answer(status(code, { 'retry-after': '7' }))
    const error = `the receiver responded with status ${code}`
    t.like(await post(), { statusCode: code, error, retryAfterMs: 7000 })
  }
})

test('a redirect is a failure and is not followed', async (t) => {
  const { receiver, inbox, post } = await scene(t, redirect('/elsewhere', 301))
  const elsewhere = receiver.inbox('/elsewhere')
  for (const code of [301, 302, 307, 308]) {
    inbox.answer(redirect(elsewhere.url, code))
    const error = `the receiver responded with status ${code}, and redirects are not followed`
    t.like(await post(), { statusCode: code, error })
  }
  t.deepEqual(elsewhere.ledger, [])
})

test('if a receiver never responds, the attempt fails at the deadline, and its socket is closed', async (t) => {
  const { receiver, post } = await scene(t, silence())
  t.like(await post({ timeoutMs: 150 }), { statusCode: null, error: 'the receiver did not respond in time' })
  await receiver.host.idle()
})

test('the status decides even if the body breaks off or is still arriving at the deadline', async (t) => {
  const { receiver, inbox, post } = await scene(t, cutShort('half', 8))
  t.like(await post(), { statusCode: 200, error: null })
  inbox.answer(drip())
  t.like(await post({ timeoutMs: 3000 }), { statusCode: 200, error: null })
  await receiver.host.idle()
})

test('an endless response is read no further than 20 kB and one chunk', async (t) => {
  const { receiver, post } = await scene(t, endless())
  const sockets: Socket[] = []
  const collect = (message: unknown) => {
    const { connectParams, socket } = message as { connectParams: { host: string }; socket: Socket }
    if (connectParams.host === receiver.pair) sockets.push(socket)
  }
  diagnostics.subscribe('undici:client:connected', collect)
  t.like(await post(), { statusCode: 200, error: null })
  diagnostics.unsubscribe('undici:client:connected', collect)
  t.is(sockets.length, 1)
  t.true((sockets[0]?.bytesRead ?? Infinity) <= 20_000 + 2 * 64 * 1024)
  await receiver.host.idle()
})

test('a reset and a closed port are failures, and the message contains no URL', async (t) => {
  const { receiver, inbox, post } = await scene(t, reset())
  const failures = [await post({}, `${inbox.url}?token=secret`)]
  await receiver.host.stop()
  failures.push(await post({}, `${inbox.url}?token=secret`))
  for (const failure of failures) {
    t.is(failure.statusCode, null)
    t.regex(failure.error as string, /^the connection to the receiver failed \([A-Z_]+\)$/)
  }
})

test('a name that resolves to a private address is refused at the connection, even if it also has public addresses', async (t) => {
  const receiver = await startReceiver(t)
  const shown = { address: '93.184.216.34', family: 4 }
  for (const address of ['127.0.0.1', '10.1.2.3', '169.254.169.254']) {
    const lookup: LookupFunction = (_name, _options, callback) => callback(null, [shown, { address, family: 4 }])
    const outbound = createOutbound({ allow: parseOutboundAllow('') }, { lookup })
    t.like(await outbound.post(`https://hooks.example.com:${receiver.host.port}/hook`, options), {
      statusCode: null,
      error: 'the URL is refused: the host resolves to an address that is not public',
    })
  }
  t.is(receiver.host.connections(), 0)
})

test('a private address, http and credentials are refused before connecting', async (t) => {
  const receiver = await startReceiver(t)
  const outbound = createOutbound({ allow: parseOutboundAllow('') })
  const { port } = receiver.host
  for (const url of [`https://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/`, `https://a:b@example.com:${port}/`]) {
    const { statusCode, error } = await outbound.post(url, options)
    t.is(statusCode, null)
    t.regex(error as string, /^the URL is refused: /)
  }
  t.is(receiver.host.connections(), 0)
})

test('closing ends the attempts in progress and refuses later ones', async (t) => {
  const { receiver, inbox, outbound, post } = await scene(t, () => void outbound.close())
  const calledOff = { statusCode: null, error: 'the attempt was cancelled' }
  t.like(await post(), calledOff)
  await receiver.host.idle()
  t.like(await post(), calledOff)
  t.is(inbox.ledger.length, 1)
})
