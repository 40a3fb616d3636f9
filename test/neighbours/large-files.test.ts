/** All files of a partner have the maximum size. test/chaos/reading.test.ts is the long form, which measures times. */
import test from 'ava'
import { createOutbound, parseOutboundAllow } from '../../src/platform/outbound/outbound.ts'
import { file, startResumeHost } from '../tools/fakes/resume-host.ts'
import { until } from '../tools/until.ts'

const mebibyte = 1024 * 1024
const fileBytes = 2 * mebibyte
const files = 14

test("a partner's files that wait to be read delay only that partner's next files", async (t) => {
  const host = await startResumeHost({ '/cv': file(Buffer.alloc(fileBytes, 'x')) })
  t.teardown(host.stop)
  const outbound = createOutbound({ allow: parseOutboundAllow(host.pair), ownerBytesMax: 2 * fileBytes })
  t.teardown(outbound.close)
  const fetched: { free: () => void }[] = []
  const fetchFor = async (owner: string, timeoutMs = 60_000) => {
    const outcome = await outbound.fetchFile(`${host.origin}/cv`, {
      bytesMax: fileBytes,
      redirectsMax: 3,
      timeoutMs,
      owner,
    })
    if (!outcome.ok) throw new Error(outcome.message)
    return outcome
  }
  const waitMs = 1_500
  const all = Array.from({ length: files }, async () => void fetched.push(await fetchFor('p_hostile', waitMs)))
  await until('the first files are there', () => fetched.length > 0)
  t.is((await fetchFor('p_other')).bytes.length, fileBytes)
  const startedAt = performance.now()
  await until('a fetch would have ended by now', () => performance.now() - startedAt > 2 * waitMs)
  t.true(fetched.length <= 3, `${fetched.length} of ${files}`)
  const reading = setInterval(() => fetched.shift()?.free(), 1)
  t.teardown(() => clearInterval(reading))
  await t.notThrowsAsync(Promise.all(all), 'the time that a file waits does not count against its host')
})
