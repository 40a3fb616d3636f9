/** Redirects from resume hosts: which are followed, and which are refused before a connection is made. */
import test from 'ava'
import { file, raw, redirect, silence, startResumeHost, status } from '../../tools/fakes/resume-host.ts'
import { scene } from './scene.ts'

test('up to three redirects are followed, including relative ones, and a fourth is refused', async (t) => {
  const { host, fetchFile } = await scene(t, redirect('/1'), {
    '/1': redirect('2?a=1#b', 307),
    '/3': file('cv'),
    '/0': redirect('/cv', 301),
  })
  host.routes.set('/2', redirect(`${host.origin}/3`, 308))
  t.true((await fetchFile()).ok)
  t.deepEqual(
    host.requests.map(({ path }) => path),
    ['/cv', '/1', '/2?a=1', '/3'],
  )
  t.deepEqual(await fetchFile({}, '/0'), {
    ok: false,
    code: 'RESUME_FETCH_FAILED',
    retryable: false,
    message: 'the resume host redirects more than 3 times',
    reason: 'too_many_redirects',
  })
})

test('a redirect is followed without waiting for its body to end, and its socket is closed', async (t) => {
  const { host, fetchFile } = await scene(
    t,
    (response) => {
      response.writeHead(302, { location: '/file' }).write('moved')
    },
    { '/file': file('cv') },
  )
  t.true((await fetchFile()).ok)
  await host.idle()
  t.is(host.requests.length, 2)
})

test('a redirect loop ends as a failure', async (t) => {
  const { host, fetchFile } = await scene(t, redirect('/cv'))
  t.like(await fetchFile(), { ok: false, code: 'RESUME_FETCH_FAILED', retryable: false })
  t.is(host.requests.length, 4)
})

test('a redirect without a location is a permanent failure', async (t) => {
  const { fetchFile } = await scene(t, status(302), { '/bad': redirect('https://[::'), '/300': status(300) })
  for (const path of ['/cv', '/bad', '/300']) {
    t.like(await fetchFile({}, path), { ok: false, code: 'RESUME_FETCH_FAILED', retryable: false }, path)
  }
})

test('a redirect to http, to a private host or with credentials is blocked before a connection is made', async (t) => {
  const canary = await startResumeHost({ '/': file('secret') })
  t.teardown(canary.stop)
  const { host, fetchFile } = await scene(t, file(''))
  const targets = [
    `http://127.0.0.1:${canary.port}/`,
    `https://127.0.0.1:${canary.port}/`,
    `https://localhost:${canary.port}/`,
    `https://[::ffff:127.0.0.1]:${canary.port}/`,
    `https://0x7f.1:${canary.port}/`,
    'http://example.com/',
    `http://user:secret@127.0.0.1:${host.port}/cv`,
    'file:///etc/passwd',
    `//127.1:${canary.port}/`,
  ]
  for (const target of targets) {
    host.routes.set('/to', redirect(target))
    t.like(await fetchFile({}, '/to'), { ok: false, code: 'RESUME_URL_BLOCKED', retryable: false }, target)
  }
  t.is(canary.connections(), 0)
})

test('all redirects of a fetch share one deadline', async (t) => {
  const { host, fetchFile } = await scene(t, redirect('/1'), { '/1': redirect('/2'), '/2': silence() })
  t.like(await fetchFile({ timeoutMs: 150 }), { ok: false, message: 'the resume host did not respond in time' })
  await host.idle()
})

test('a Location header in raw UTF-8 or another encoding is requested byte for byte', async (t) => {
  const { host, fetchFile } = await scene(t, file('cv'))
  const redirectTo = (location: Buffer) =>
    raw(
      Buffer.concat([
        Buffer.from('HTTP/1.1 302 Found\r\nLocation: '),
        location,
        Buffer.from('\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
      ]),
    )
  const ways: [Buffer, string][] = [
    [Buffer.from('/Lebenslauf_Müller.pdf'), '/Lebenslauf_M%C3%BCller.pdf'],
    [Buffer.from('/履歴書.pdf?név=x'), '/%E5%B1%A5%E6%AD%B4%E6%9B%B8.pdf?n%C3%A9v=x'],
    [Buffer.from('/Lebenslauf_Müller.pdf', 'latin1'), '/Lebenslauf_M%FCller.pdf'],
    [Buffer.from('/a%20b_%C3%BC.pdf'), '/a%20b_%C3%BC.pdf'],
  ]
  for (const [location, asked] of ways) {
    host.routes.set('/to', redirectTo(location))
    host.routes.set(asked, file('cv'))
    t.like(await fetchFile({}, '/to'), { ok: true }, asked)
    t.is(host.requests.at(-1)?.path, asked)
  }
  host.routes.set('/to', redirectTo(Buffer.from('https://localhost/ü')))
  t.like(await fetchFile({}, '/to'), { ok: false, code: 'RESUME_URL_BLOCKED', reason: 'not_public' })
})
