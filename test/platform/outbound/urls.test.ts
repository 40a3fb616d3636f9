/** Which URLs are accepted from callers, and which an operator may exempt. */
import test from 'ava'
import { checkUrl, parseOutboundAllow } from '../../../src/platform/outbound/outbound.ts'
import { isPublicAddress } from '../../../src/platform/outbound/public-address.ts'
import { BLOCKED_URLS, INVALID_URLS, PUBLIC_URLS } from '../../tools/samples/url-corpus.ts'

const NOTHING = parseOutboundAllow('')

function verdictOn(url: string, allow = ''): string {
  const verdict = checkUrl(url, parseOutboundAllow(allow))
  return verdict.ok ? 'ok' : verdict.reason
}

test('a public host is accepted, even if its address is next to a private range', (t) => {
  t.deepEqual(
    PUBLIC_URLS.filter((url) => verdictOn(url) !== 'ok'),
    [],
  )
})

test('a host that is never public is blocked in every notation', (t) => {
  t.deepEqual(
    BLOCKED_URLS.filter((url) => verdictOn(url) !== 'blocked'),
    [],
  )
})

test('strings that are not URLs, other schemes and credentials are invalid', (t) => {
  t.deepEqual(
    INVALID_URLS.filter((url) => verdictOn(url) !== 'invalid'),
    [],
  )
})

test('the list of test cases is large and has no duplicates', (t) => {
  const all = [...PUBLIC_URLS, ...BLOCKED_URLS, ...INVALID_URLS]
  t.is(new Set(all).size, all.length)
  t.true(all.length >= 250)
})

test('an accepted URL is returned parsed', (t) => {
  const verdict = checkUrl('https://EXAMPLE.com:443/a b?c', NOTHING)
  t.is(verdict.ok && verdict.url.href, 'https://example.com/a%20b?c')
})

test('an error never quotes the URL', (t) => {
  for (const url of [...BLOCKED_URLS, ...INVALID_URLS.filter((url) => url.trim().length > 5)]) {
    const verdict = checkUrl(url, NOTHING)
    t.false(verdict.ok || verdict.message.includes(url), url)
  }
})

test('an exempt host:port pair may use plain http and be private', (t) => {
  t.is(verdictOn('http://127.0.0.1:8080/cv.pdf', '127.0.0.1:8080'), 'ok')
  t.is(verdictOn('https://127.0.0.1:8080/cv.pdf', '127.0.0.1:8080'), 'ok')
  t.is(verdictOn('http://localhost/cv.pdf', 'localhost:80'), 'ok')
  t.is(verdictOn('https://localhost/cv.pdf', 'localhost:443'), 'ok')
  t.is(verdictOn('http://[::1]:9/cv.pdf', '[0:0::1]:9'), 'ok')
  t.is(verdictOn('http://FILES.local:81/cv.pdf', 'a:1, files.LOCAL:81 ,b:2'), 'ok')
})

test('an exemption covers exactly its host and port', (t) => {
  t.is(verdictOn('http://127.0.0.1:8081/', '127.0.0.1:8080'), 'invalid')
  t.is(verdictOn('https://127.0.0.1:8081/', '127.0.0.1:8080'), 'blocked')
  t.is(verdictOn('https://localhost/', 'localhost:80'), 'blocked')
  t.is(verdictOn('http://localhost/', 'localhost:443'), 'invalid')
  t.is(verdictOn('https://a.files.local:81/', 'files.local:81'), 'blocked')
  t.is(verdictOn('https://files.local.:81/', 'files.local:81'), 'blocked')
})

test('an exemption covers neither credentials nor other schemes', (t) => {
  t.is(verdictOn('http://user:secret@127.0.0.1:8080/', '127.0.0.1:8080'), 'invalid')
  t.is(verdictOn('ftp://127.0.0.1:8080/', '127.0.0.1:8080'), 'invalid')
})

test('an invalid exemption is refused, and the error quotes it', (t) => {
  const faulty = ['x', 'x:', ':80', 'x:0', 'x:65536', 'http://x:1', 'a@x:1', 'x:1/', '::1:80', '*:80', '*.x:80']
  for (const entry of faulty) {
    const message = `OUTBOUND_ALLOW: "${entry}" is not a host:port pair`
    t.throws(() => parseOutboundAllow(`fine:80,${entry}`), { message })
  }
})

test('a resolved address is judged like the same address in a URL', (t) => {
  t.true(isPublicAddress('93.184.216.34'))
  t.true(isPublicAddress('2606:2800:21f:cb07:6820:80da:af6b:8b2c'))
  for (const address of ['127.0.0.1', '::ffff:93.184.216.34', 'fe80::1%eth0', '::', 'example.com', '']) {
    t.false(isPublicAddress(address), address)
  }
})
