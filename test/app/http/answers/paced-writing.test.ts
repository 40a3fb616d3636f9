import test, { type ExecutionContext } from 'ava'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { collectPieces, slicesOf, writePaced } from '../../../../src/app/http/answers/paced-writing.ts'
import { until } from '../../../tools/until.ts'

/** Returns a client that has sent a request, and the response to the request. */
async function start(t: ExecutionContext): Promise<{ response: ServerResponse; caller: Socket }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const caller = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  t.teardown(() => {
    caller.destroy()
    server.closeAllConnections()
    server.close()
  })
  const asked = once(server, 'request')
  caller.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  const [, response] = (await asked) as [unknown, ServerResponse]
  return { response, caller }
}

test('a client that reads gets all pieces, and the event loop handles other work between them', async (t) => {
  const { response, caller } = await start(t)
  let received = ''
  caller.on('data', (bytes: Buffer) => (received += bytes.toString()))
  let turns = 0
  const turn = () => void ((turns += 1), (turning = setImmediate(turn)))
  let turning = setImmediate(turn)
  const pieces = ['one ', 'zwölf ', Buffer.from('three')]
  t.is(await writePaced(response, pieces), Buffer.byteLength(pieces.join('')))
  clearImmediate(turning)
  await once(caller, 'close')
  t.regex(received, /one [^]*zwölf [^]*three/)
  t.true(turns >= pieces.length)
})

test('for a client that does not read, no more pieces are made than its connection accepts', async (t) => {
  const { response, caller } = await start(t)
  caller.pause()
  let made = 0
  const piece = 'x'.repeat(65_536)
  function* pieces() {
    for (; made < 2_000; made += 1) yield piece
  }
  const written = writePaced(response, pieces())
  await until('the connection is full', () => response.writableNeedDrain)
  t.true(response.writableLength < 3 * piece.length)
  t.true(made < 2_000)
  caller.destroy()
  t.true((await written) < 2_000 * piece.length, 'the writing ends with the connection')
})

test('the slices together contain all bytes', (t) => {
  const bytes = Buffer.from('é'.repeat(100_000))
  t.deepEqual(Buffer.concat([...slicesOf(bytes)]), bytes)
})

test('the event loop handles other work while pieces take a long time to make', async (t) => {
  function* slow() {
    for (let count = 0; count < 10; count += 1) {
      const endsAt = performance.now() + 4
      while (performance.now() < endsAt);
      yield 'a'
    }
  }
  let turns = 0
  const turn = () => void ((turns += 1), (turning = setImmediate(turn)))
  let turning = setImmediate(turn)
  t.deepEqual(await collectPieces(slow()), Array(10).fill('a'))
  clearImmediate(turning)
  t.true(turns >= 4)
})
