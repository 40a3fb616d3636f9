/** How long the write-ahead log of the embedded database keeps the previous contents of rows. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { openDatabase } from '../../../../src/platform/database/open.ts'
import { nextMessage, startDatabaseChild, temporaryFolder } from '../../../tools/services/databases.ts'
import { until } from '../../../tools/until.ts'

const secret = 'token-4711'
const forEver = 1e9

/** Returns a database whose log contains a secret that its row no longer contains. */
async function openScene(t: ExecutionContext, logKeptMs: number) {
  const file = join(await temporaryFolder(t), 'screening.db')
  const database = openDatabase({ file, logKeptMs })
  t.teardown(() => database.close())
  const log = `${file}-wal`
  await database.execute('CREATE TABLE notes (id VARCHAR(40) PRIMARY KEY, body TEXT)')
  await database.execute(`INSERT INTO notes (id, body) VALUES ('token', '${secret}')`)
  await database.execute("UPDATE notes SET body = NULL WHERE id = 'token'")
  const holds = async () => (await readFile(log, 'latin1')).includes(secret)
  t.true(await holds())
  return { database, file, holds, isEmpty: async () => (await stat(log)).size === 0 }
}

test('the log is emptied when there are no more writes', async (t) => {
  const { isEmpty } = await openScene(t, forEver)
  await until('the log is empty', isEmpty)
})

test('a transaction that writes nothing does not prevent the log from being emptied', async (t) => {
  const { database, isEmpty } = await openScene(t, forEver)
  await until('the log is empty', async () => {
    await database.transaction(() => database.execute("UPDATE notes SET body = '' WHERE id = 'nobody'"))
    return isEmpty()
  })
})

test('under constant writes, previous contents are removed within the promised time', async (t) => {
  const { database, holds } = await openScene(t, 100)
  let written = 0
  // Fewer than 300 rows, because after a thousand pages SQLite itself would restart the log.
  for (; written < 300 && (await holds()); written += 1) {
    await database.execute('INSERT INTO notes (id) VALUES ($1)', [`beside ${written}`])
    await delay(10)
  }
  t.true(written < 300)
})

test('data that another process has overwritten is also removed from the log', async (t) => {
  const { file, isEmpty } = await openScene(t, forEver)
  await until('the log is empty', isEmpty)
  await nextMessage(startDatabaseChild(t, 'insert', file, 'other'))
  await until('the log is empty', isEmpty)
})
