/** A partner has its own name server, which gives false addresses or does not respond. */
import test from 'ava'
import { createHook } from 'node:async_hooks'
import type { LookupAddress } from 'node:dns'
import { createLookup } from '../../src/platform/outbound/names.ts'
import { createOutbound, parseOutboundAllow, publicOnly } from '../../src/platform/outbound/outbound.ts'
import { startNameServer } from '../tools/fakes/name-server.ts'
import { file, startResumeHost } from '../tools/fakes/resume-host.ts'
import { until } from '../tools/until.ts'

const options = { bytesMax: 1_000, redirectsMax: 3, timeoutMs: 20_000 }
const allow = parseOutboundAllow('')
const [ipv4, ipv6] = ['93.184.216.34', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'] as const
const loopbackIpv6 = '0:0:0:0:0:0:0:1'

test('looking up a name whose name server never responds blocks no thread and delays no other lookup', async (t) => {
  const canary = await startResumeHost({ '/cv': file('secret') })
  t.teardown(canary.stop)
  const { address, asked } = await startNameServer(t, (name) => (name.startsWith('slow') ? null : ['127.0.0.1']))
  const outbound = createOutbound({ allow }, { nameServers: [address] })
  const threads: number[] = []
  const hook = createHook({ init: (id, type) => void (type === 'GETADDRINFOREQWRAP' && threads.push(id)) }).enable()
  t.teardown(() => hook.disable())
  const hanging = Array.from({ length: 64 }, (_, index) =>
    outbound.fetchFile(`https://slow${index}.example.com/cv`, options),
  )
  await until('every name was asked for', () => new Set(asked).size === hanging.length)
  const other = await outbound.fetchFile(`https://files.example.com:${canary.port}/cv`, options)
  t.like(other, { code: 'RESUME_URL_BLOCKED' }, 'the name was resolved')
  await outbound.close()
  for (const outcome of await Promise.all(hanging)) t.like(outcome, { message: 'the fetch was cancelled' })
  t.deepEqual(threads, [])
})

test('a name that resolves first to a public and then to a private address never leads to a connection to the private one', async (t) => {
  const canary = await startResumeHost({ '/cv': file('secret') })
  t.teardown(canary.stop)
  const answers = [[ipv4], ['127.0.0.1'], [ipv4, ipv6], [loopbackIpv6], [ipv4, loopbackIpv6], ['127.0.0.1', ipv6]]
  let answer = answers[0]!
  const { address } = await startNameServer(t, () => answer)
  const lookup = publicOnly(createLookup([address]))
  const outbound = createOutbound({ allow }, { nameServers: [address] })
  for (let round = 0; round < 100; round += 1) {
    answer = answers[round % answers.length]!
    const found = await new Promise<string[] | null>((resolve) =>
      lookup('rebind.example.com', { all: true }, (error, addresses) =>
        resolve(error ? null : (addresses as LookupAddress[]).map((each) => each.address)),
      ),
    )
    const isPublic = answer.every((each) => each === ipv4 || each === ipv6)
    t.deepEqual(found, isPublic ? answer : null)
    if (isPublic) continue // because a fetch would leave the machine
    const outcome = await outbound.fetchFile(`https://rebind.example.com:${canary.port}/cv`, options)
    t.like(outcome, { code: 'RESUME_URL_BLOCKED' })
  }
  t.is(canary.connections(), 0)
})
