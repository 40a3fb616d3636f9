/** What was valid is valid again, and nothing else is. */
import test from 'ava'
import type { Request, Response } from 'express'
import type { Operation } from '../../../src/platform/contract/contract.ts'
import { createMemory } from '../../../src/platform/contract/remembered-lookups.ts'

/** A lookup by path and two headers, and the requests that were validated for it. */
function start() {
  const validated: string[] = []
  const validate = createMemory()({ headerNames: ['X-Tenant-Id', 'If-None-Match'] } as Operation, async ({ url }) => {
    validated.push(url)
    if (url.includes('wrong')) throw new Error('not valid')
    return { params: { url }, query: {} }
  })
  const ask = async (url: string, headers: Record<string, string> = {}) =>
    validate({ url, headers } as unknown as Request, {} as Response)
  return { ask, validated }
}

test('the same lookup is validated once, and another header that no rule names changes nothing', async (t) => {
  const { ask, validated } = start()
  const first = await ask('/a', { 'x-tenant-id': 't' })
  t.deepEqual(await ask('/a', { 'x-tenant-id': 't', accept: 'any' }), first)
  t.deepEqual(validated, ['/a'])
})

test('another target, another header and one that is missing are validated themselves', async (t) => {
  const { ask, validated } = start()
  await ask('/a', { 'x-tenant-id': 't' })
  const others: [string, Record<string, string>][] = [
    ['/a?x=1', { 'x-tenant-id': 't' }],
    ['/b', { 'x-tenant-id': 't' }],
    ['/a', { 'x-tenant-id': 'u' }],
    ['/a', { 'x-tenant-id': '' }],
    ['/a', {}],
    ['/a', { 'if-none-match': 't' }],
  ]
  for (const [url, headers] of others) t.deepEqual((await ask(url, headers)).params, { url })
  t.is(validated.length, 1 + others.length)
})

test('what is invalid is not kept, nor what is very long', async (t) => {
  const { ask, validated } = start()
  const long = `/${'a'.repeat(500)}`
  for (let round = 0; round < 2; round += 1) {
    await t.throwsAsync(ask('/wrong'), { message: 'not valid' })
    await ask(long)
  }
  t.deepEqual(validated, ['/wrong', long, '/wrong', long])
})

test('nobody can change what all are given', async (t) => {
  const { ask } = start()
  await ask('/a')
  const { params, query } = await ask('/a')
  for (const part of [params, query]) t.throws(() => Object.assign(part, { url: '/b' }), { instanceOf: TypeError })
})
