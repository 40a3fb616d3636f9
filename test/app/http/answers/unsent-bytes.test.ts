import test, { type ExecutionContext } from 'ava'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createUnsentBytes } from '../../../../src/app/http/answers/unsent-bytes.ts'
import { changedContract } from '../../../support/contract/changed.ts'
import { until } from '../../../tools/until.ts'

const contract = changedContract({
  'x-sizes/answer/unsentPartnerBytes': 1_000,
  'x-sizes/answer/unsentAddressBytes': 500,
  'x-sizes/answer/unsentProcessBytes': 4_000,
  'x-timeouts/unreadAnswerSeconds': 1,
})

/**
 * Returns a response with this many unsent bytes. `socket` is null while earlier responses on the connection are still
 * being sent.
 */
function unread(writableLength: number) {
  const connection = { destroyed: false, resetAndDestroy: () => void response.emit('close') }
  const response = Object.assign(new EventEmitter(), { writableLength, socket: connection as object | null })
  return Object.assign(response, { req: { socket: connection } })
}
const asResponse = (response: ReturnType<typeof unread>) => response as unknown as ServerResponse

function start(t: ExecutionContext) {
  const ended: unknown[] = []
  const unsent = createUnsentBytes(contract, (response) => ended.push(response))
  const partner = (id: string) => unsent.ownerOf(id, '')
  const held: ReturnType<typeof unread>[] = []
  const hold = (owner: ReturnType<typeof partner>, bytes: number) => {
    const response = unread(bytes)
    held.push(response)
    unsent.follow(owner, asResponse(response))
    return response
  }
  t.teardown(() => held.forEach((response) => response.emit('close')))
  return { unsent, partner, hold, ended }
}

test('an owner is refused at its limit, and accepted again when its responses have been read', (t) => {
  const { unsent, partner, hold } = start(t)
  const one = hold(partner('a'), 600)
  t.is(unsent.refusalFor(partner('a')), null)
  hold(partner('a'), 400)
  t.is(unsent.refusalFor(partner('a')), 'owner')
  t.is(unsent.refusalFor(partner('b')), null)
  one.emit('close')
  t.is(unsent.refusalFor(partner('a')), null)
})

test("addresses in the same network share a limit, which is separate from partners' limits", (t) => {
  const { unsent, hold } = start(t)
  const address = unsent.ownerOf(null, '2001:db8::1')
  hold(address, 500)
  t.is(unsent.refusalFor(unsent.ownerOf(null, '2001:db8::2')), 'owner')
  t.is(unsent.refusalFor(unsent.ownerOf(null, '192.0.2.1')), null)
})

test("beyond half of the process's limit, each owner is limited to an equal share", (t) => {
  const { unsent, partner, hold } = start(t)
  for (const id of ['a', 'b']) hold(partner(id), 900)
  hold(partner('c'), 300)
  t.is(unsent.refusalFor(partner('a')), 'process')
  t.is(unsent.refusalFor(partner('c')), null)
  t.is(unsent.refusalFor(partner('d')), null, 'an owner without unsent bytes is accepted')
  for (const id of ['d', 'e', 'f']) hold(partner(id), 900)
  t.is(unsent.refusalFor(partner('g')), 'process', 'at the limit no owner is accepted')
})

test('a response that is in memory once for all callers counts towards the limit of its caller, but not of the process', (t) => {
  const { unsent, hold, partner } = start(t)
  const response = unread(0)
  unsent.follow(unsent.ownerOf(null, '192.0.2.1'), asResponse(response), 100_000, true)
  t.is(unsent.total(), 0)
  t.is(unsent.refusalFor(unsent.ownerOf(null, '192.0.2.1')), 'owner')
  hold(partner('a'), 10)
  t.is(unsent.total(), 10)
  response.emit('close')
})

test('a response that is being read continues, and one that is not read is ended and its connection closed', async (t) => {
  const { unsent, partner, hold, ended } = start(t)
  const moving = hold(partner('a'), 100)
  const still = hold(partner('a'), 100)
  const timer = setInterval(() => (moving.writableLength -= 1), 200)
  t.teardown(() => clearInterval(timer))
  await until('the unread one has ended', () => ended.length > 0)
  t.deepEqual(ended, [still])
  t.true(unsent.total() < 100)
})

test('a response that waits for other responses on its connection is not ended', async (t) => {
  const { partner, hold, ended } = start(t)
  const behind = hold(partner('a'), 100)
  behind.socket = null
  const unreadOne = hold(partner('a'), 100)
  await until('the other has ended', () => ended.length > 0)
  t.deepEqual(ended, [unreadOne])
})

test('memory is reserved in order and released, and a reservation is refused if no memory is free in time', async (t) => {
  const { unsent, partner } = start(t)
  const owner = partner('a')
  const first = await unsent.reserve(owner, 5_000)
  t.truthy(first, 'a single reservation may exceed the limit')
  const order: string[] = []
  const waits = ['second', 'third'].map(async (name) => {
    const leave = await unsent.reserve(owner, 600)
    order.push(name)
    return leave
  })
  t.deepEqual(order, [])
  first?.()
  const second = await waits[0]
  t.deepEqual(order, ['second'])
  const third = await waits[1]
  t.is(third, null, '600 bytes and another 600 exceed the limit')
  second?.()
  const last = await unsent.reserve(owner, 600)
  t.truthy(last)
  last?.()
})
