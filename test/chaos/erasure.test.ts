/**
 * Deletions in a large embedded file while another partner writes. No deleted data remains, and no write waits. Runs
 * only in the long form; the short form is test/neighbours/deletions.test.ts.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { isLong } from '../support/chaos/rounds.ts'
import { deleteAll, enlarge, figuresOf, holdersOf, scoreMarked, shareOf, writeUntil } from '../support/chaos/erasure.ts'
import { backend, startHarness } from '../support/harness.ts'
import { until } from '../tools/until.ts'

const rounds = Number(process.env.ERASURE_ROUNDS ?? 10)
const deletions = Number(process.env.ERASURE_DELETIONS ?? 120)
const fileBytes = Number(process.env.ERASURE_BYTES ?? 1_500_000_000)
const aloneMs = 5_000
/** How much a deletion may delay another partner's write, whatever the size of the file. */
const costMsMax = 100

const long = isLong && backend === 'embedded' ? test : test.skip

long('120 deletions in a large file leave nothing and delay no other partner, ten times', async (t) => {
  t.timeout(3_600_000)
  const harness = await startHarness(t)
  const { settings, server } = harness
  const folder = settings['DATA_DIR']!
  await enlarge(server.services, fileBytes)
  // Filling the file leaves more bytes to wipe than a year of deletions would, so they are wiped first.
  await server.services.database.scrub()
  const client = await harness.client()
  const neighbour = await harness.client()
  await client.generate('job-1')
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const mark = `canary${round}x`
    const paths = await scoreMarked(client, mark, deletions)
    t.true((await holdersOf(folder, mark)).length > 0)
    const alone = await writeUntil(neighbour, delay(aloneMs))
    const beside = await writeUntil(neighbour, deleteAll(client, paths))
    t.log(`round ${round}, alone: ${figuresOf(alone)}; beside deletions: ${figuresOf(beside)}`)
    costs.push(shareOf(beside, 0.95) - shareOf(alone, 0.95))
    t.deepEqual(await holdersOf(folder, mark), [])
    const isEmpty = () => statSync(join(folder, 'screening.sqlite-wal')).size === 0
    await until('the log is empty', isEmpty)
  }
  // The median, because other load on the machine affects some rounds.
  const sorted = costs.toSorted((a, b) => a - b)
  const cost = shareOf(sorted, 0.5)
  t.true(cost <= costMsMax, `${cost} ms`)
})
