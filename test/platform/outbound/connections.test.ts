/** Allowed addresses, TLS and how much is read, observed at the socket. */
import diagnostics from 'node:diagnostics_channel'
import type { LookupAddress } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import { setDefaultCACertificates } from 'node:tls'
import test from 'ava'
import { createOutbound, parseOutboundAllow, publicOnly } from '../../../src/platform/outbound/outbound.ts'
import { makeCertificate } from '../../tools/fakes/certificate.ts'
import { endless, file, redirect, startResumeHost } from '../../tools/fakes/resume-host.ts'

const OPTIONS = { bytesMax: 100_000, redirectsMax: 3, timeoutMs: 10_000 }
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }
const PUBLIC: LookupAddress = { address: '93.184.216.34', family: 4 }
const PUBLIC_IPV6: LookupAddress = { address: '2606:2800:21f::1', family: 6 }

/** Returns a resolver that returns these addresses in turn, repeats the last one, and counts its lookups. */
function scriptedLookup(...answers: LookupAddress[][]) {
  const state = { asked: 0 }
  const lookup = ((hostname, options, callback) => {
    callback(null, answers[Math.min(state.asked++, answers.length - 1)] ?? [])
  }) as LookupFunction
  return { lookup, state }
}

test('a name that resolves to a private address is blocked, even if it also has public addresses', async (t) => {
  const canary = await startResumeHost({ '/cv': file('secret') })
  t.teardown(canary.stop)
  const hidden = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '0.0.0.0']
  const hiddenIPv6 = ['::1', '::ffff:127.0.0.1', 'fd00::1', 'fe80::1%lo', '64:ff9b::7f00:1', '2002:7f00:1::']
  for (const address of [...hidden, ...hiddenIPv6]) {
    const found = { address, family: address.includes(':') ? 6 : 4 }
    for (const answer of [[found], [PUBLIC, found], [found, PUBLIC]]) {
      const outbound = createOutbound({ allow: parseOutboundAllow('') }, scriptedLookup(answer))
      const outcome = await outbound.fetchFile(`https://files.example.com:${canary.port}/cv`, OPTIONS)
      t.deepEqual(outcome, {
        ok: false,
        code: 'RESUME_URL_BLOCKED',
        retryable: false,
        message: 'the URL is refused: the host resolves to an address that is not public',
        reason: 'not_public',
      })
    }
  }
  t.is(canary.connections(), 0)
})

test('a name that changes to a private address between two hops is blocked at the second hop', async (t) => {
  const canary = await startResumeHost({ '/cv': file('secret') })
  t.teardown(canary.stop)
  const host = await startResumeHost({ '/cv': redirect(`https://files.example.com:${canary.port}/cv`) })
  t.teardown(host.stop)
  const { lookup, state } = scriptedLookup([LOOPBACK])
  const outbound = createOutbound({ allow: parseOutboundAllow(`files.example.com:${host.port}`) }, { lookup })
  const outcome = await outbound.fetchFile(`http://files.example.com:${host.port}/cv`, OPTIONS)
  t.like(outcome, { ok: false, code: 'RESUME_URL_BLOCKED' })
  t.deepEqual([state.asked, host.connections(), canary.connections()], [2, 1, 0])
})

test('a connection looks up its name once, and goes to exactly the checked address', (t) => {
  const { lookup, state } = scriptedLookup([PUBLIC, PUBLIC_IPV6], [LOOPBACK])
  publicOnly(lookup)('files.example.com', {}, (error, addresses) => {
    t.is(error, null)
    t.deepEqual(addresses, [PUBLIC, PUBLIC_IPV6])
  })
  t.is(state.asked, 1)
})

test('a name that cannot be resolved is a retryable failure', async (t) => {
  const lookup: LookupFunction = (hostname, options, callback) => {
    callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), [])
  }
  const outbound = createOutbound({ allow: parseOutboundAllow('') }, { lookup })
  t.deepEqual(await outbound.fetchFile('https://files.example.com/cv', OPTIONS), {
    ok: false,
    code: 'RESUME_FETCH_FAILED',
    retryable: true,
    message: 'the connection to the resume host failed (ENOTFOUND)',
    reason: 'dns',
  })
})

test('the deadline also ends a lookup that never returns', async (t) => {
  const outbound = createOutbound({ allow: parseOutboundAllow('') }, { lookup: () => {} })
  t.like(await outbound.fetchFile('https://files.example.com/cv', { ...OPTIONS, timeoutMs: 100 }), {
    ok: false,
    retryable: true,
    message: 'the resume host did not respond in time',
  })
})

test('an endless body is read no further than the limit and one chunk, and its socket is closed', async (t) => {
  const host = await startResumeHost({ '/cv': endless() })
  t.teardown(host.stop)
  const outbound = createOutbound({ allow: parseOutboundAllow(host.pair) })
  const sockets: Socket[] = []
  const collect = (message: unknown) => {
    const { connectParams, socket } = message as { connectParams: { host: string }; socket: Socket }
    if (connectParams.host === host.pair) sockets.push(socket)
  }
  diagnostics.subscribe('undici:client:connected', collect)
  const outcome = await outbound.fetchFile(`${host.origin}/cv`, OPTIONS)
  t.like(outcome, { ok: false, code: 'RESUME_TOO_LARGE', retryable: false })
  diagnostics.unsubscribe('undici:client:connected', collect)
  t.is(sockets.length, 1)
  t.true((sockets[0]?.bytesRead ?? Infinity) <= OPTIONS.bytesMax + 64 * 1024)
  t.true(sockets[0]?.destroyed)
  await host.idle()
})

test('TLS is verified for files and for webhooks: an expired, a foreign and a missing certificate fail', async (t) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const good = makeCertificate('files.example.com', inDays(-1), inDays(1))
  const expired = makeCertificate('files.example.com', inDays(-2), inDays(-1))
  const foreign = makeCertificate('other.example.com', inDays(-1), inDays(1))
  const unknown = makeCertificate('files.example.com', inDays(-1), inDays(1))
  setDefaultCACertificates([good.cert, expired.cert, foreign.cert])
  const expectations = [
    [good, 'ok'],
    [expired, 'CERT_HAS_EXPIRED'],
    [foreign, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [unknown, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    [undefined, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ] as const
  for (const [certificate, expected] of expectations) {
    const host = await startResumeHost({ '/cv': file('cv') }, certificate)
    t.teardown(host.stop)
    const pair = `files.example.com:${host.port}`
    const outbound = createOutbound({ allow: parseOutboundAllow(pair) }, scriptedLookup([LOOPBACK]))
    const outcome = await outbound.fetchFile(`https://${pair}/cv`, OPTIONS)
    const message = `the connection to the resume host failed (${expected})`
    const sent = await outbound.post(`https://${pair}/cv`, { headers: {}, body: '{}', timeoutMs: OPTIONS.timeoutMs })
    t.is(sent.error, expected === 'ok' ? null : `the connection to the receiver failed (${expected})`)
    if (expected === 'ok') t.true(outcome.ok)
    else t.like(outcome, { ok: false, retryable: true, message })
  }
})
