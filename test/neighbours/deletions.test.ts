/**
 * A partner deletes data. The test limits how much this affects others; test/chaos/erasure.test.ts is the long form,
 * which measures times.
 */
import test from 'ava'
import { isDeepStrictEqual } from 'node:util'
import { deleteAll, enlarge, holdersOf, scoreMarked, writeUntil } from '../support/chaos/erasure.ts'
import { startHarness } from '../support/harness.ts'
import { until } from '../tools/until.ts'

const mark = 'canary4711'
const fileBytes = 8 * 1024 * 1024

test('a deletion erases every byte of the deleted data without rewriting the rest of the file', async (t) => {
  const harness = await startHarness(t)
  const { settings, server } = harness
  const { database } = server.services
  await enlarge(server.services, fileBytes)
  const freePages = async () => (await database.select('SELECT freelist_count AS pages FROM pragma_freelist_count'))[0]
  const client = await harness.client()
  const neighbour = await harness.client()
  await client.generate('job-1')
  const paths = await scoreMarked(client, mark, 12)
  // Statistics and deliveries are still being written, so one checkpoint may not be enough.
  await until('only the database file contains the data', async () => {
    await database.select('PRAGMA wal_checkpoint(TRUNCATE)')
    return isDeepStrictEqual(await holdersOf(settings['DATA_DIR']!, mark), ['screening.sqlite'])
  })
  await database.execute("DELETE FROM verdicts WHERE tenantId = 'other' AND hash < '2'")
  const times = await writeUntil(neighbour, deleteAll(client, paths))
  t.true(times.length > 1)
  t.deepEqual(await holdersOf(settings['DATA_DIR']!, mark), [])
  t.notDeepEqual(
    await freePages(),
    { pages: 0 },
    'free pages are left, so there was no VACUUM, which blocks all writes',
  )
})
