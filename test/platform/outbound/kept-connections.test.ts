/** Connections that are kept for the next file: which owner may use them, and when they are closed. */
import test from 'ava'
import { cutShort, file, reset, status, type Behaviour } from '../../tools/fakes/resume-host.ts'
import { scene } from './scene.ts'

test("the same owner's next file uses the kept connection, but another owner's file does not", async (t) => {
  const { host, fetchFile } = await scene(t, file('cv'))
  for (let count = 0; count < 3; count += 1) t.true((await fetchFile({ owner: 'p_1' })).ok)
  t.is(host.connections(), 1)
  t.true((await fetchFile({ owner: 'p_2' })).ok)
  t.is(host.connections(), 2)
  t.true((await fetchFile()).ok)
  t.true((await fetchFile()).ok)
  t.is(host.connections(), 4, 'without an owner no connection is kept')
})

test('files that are fetched concurrently have separate connections', async (t) => {
  const { host, fetchFile } = await scene(t, file('cv'))
  for (let round = 0; round < 2; round += 1)
    await Promise.all(Array.from({ length: 5 }, () => fetchFile({ owner: 'p_1' })))
  t.is(host.connections(), 5)
})

test('a fetch succeeds even if the host has closed the kept connection', async (t) => {
  const { host, fetchFile } = await scene(t, file('cv'))
  t.true((await fetchFile({ owner: 'p_1' })).ok)
  const answered = new WeakSet<object>()
  const once: Behaviour = (response, request) => {
    const socket = response.socket as object
    if (answered.has(socket) || host.connections() === 1) return void response.socket?.resetAndDestroy()
    answered.add(socket)
    file('cv')(response, request)
  }
  host.routes.set('/cv', once)
  for (let count = 0; count < 3; count += 1) t.true((await fetchFile({ owner: 'p_1' })).ok)
  t.is(host.connections(), 4)
})

test('after a failure no connection is kept', async (t) => {
  const { host, fetchFile } = await scene(t, file('cv'))
  for (const [behaviour, connections] of [
    [status(503), 1],
    [cutShort('half', 8), 2],
    [reset(), 3],
    [file('cv'), 4],
    [file('cv'), 4],
  ] as const) {
    host.routes.set('/cv', behaviour)
    await fetchFile({ owner: 'p_1' })
    t.is(host.connections(), connections)
  }
})

test('a fetch on a kept connection has the same deadline as on a new one', async (t) => {
  const { host, fetchFile } = await scene(t, file('cv'))
  t.true((await fetchFile({ owner: 'p_1' })).ok)
  host.routes.set('/cv', () => {})
  t.like(await fetchFile({ owner: 'p_1', timeoutMs: 150 }), {
    ok: false,
    message: 'the resume host did not respond in time',
  })
  await host.idle()
  t.is(host.connections(), 1)
})

test('closing ends the kept connections', async (t) => {
  const { host, outbound, fetchFile } = await scene(t, file('cv'))
  t.true((await fetchFile({ owner: 'p_1' })).ok)
  await outbound.close()
  await host.idle()
  t.is(host.connections(), 1)
})
