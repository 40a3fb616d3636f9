/** How long the embedded database's log holds what rows held before. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { openDatabase } from '../../../../src/platform/database/open.ts'
import { nextMessage, startDatabaseChild, temporaryFolder } from '../../../tools/services/databases.ts'
import { until } from '../../../tools/until.ts'

const secret = 'token-4711'
const forEver = 1e9

/** A log that holds a secret which its row holds no more. */
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

test('once nobody writes, the log is empty', async (t) => {
  const { isEmpty } = await openScene(t, forEver)
  await until('the log is empty', isEmpty)
})

test('a transaction that writes nothing does not keep it', async (t) => {
  const { database, isEmpty } = await openScene(t, forEver)
  await until('the log is empty', async () => {
    await database.transaction(() => database.execute("UPDATE notes SET body = '' WHERE id = 'nobody'"))
    return isEmpty()
  })
})

test('when somebody always writes, what was there is gone in time', async (t) => {
  const { database, holds } = await openScene(t, 100)
  let written = 0
  // By itself SQLite would begin the log anew after a thousand pages.
  for (; written < 300 && (await holds()); written += 1) {
    await database.execute('INSERT INTO notes (id) VALUES ($1)', [`beside ${written}`])
    await delay(10)
  }
  t.true(written < 300)
})

test('what another process writes leaves the log, too', async (t) => {
  const { file, isEmpty } = await openScene(t, forEver)
  await until('the log is empty', isEmpty)
  await nextMessage(startDatabaseChild(t, 'insert', file, 'other'))
  await until('the log is empty', isEmpty)
})
