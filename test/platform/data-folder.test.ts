/** A data folder can be used by only one server. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import test from 'ava'
import { FolderLocked, lockFolder } from '../../src/platform/data-folder.ts'
import { nextMessage, startDatabaseChild, temporaryFolder } from '../tools/services/databases.ts'

test('a locked folder is refused to the same process and to other processes until it is released', async (t) => {
  const folder = await temporaryFolder(t)
  const lock = lockFolder(folder)
  t.throws(() => lockFolder(folder), { instanceOf: FolderLocked })
  const refused = await nextMessage<{ refused: string }>(startDatabaseChild(t, 'lock', folder))
  t.deepEqual(refused, {
    refused: `another server is running on ${folder}: stop it first, or set DATA_DIR to another folder`,
  })
  lock.release()
  lock.release()
  t.deepEqual(await nextMessage(startDatabaseChild(t, 'lock', folder)), { locked: true })
})

test('a process that is killed leaves no lock behind', async (t) => {
  const folder = await temporaryFolder(t)
  const child = startDatabaseChild(t, 'lock', folder)
  t.deepEqual(await nextMessage(child), { locked: true })
  t.throws(() => lockFolder(folder), { instanceOf: FolderLocked })
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockFolder(folder).release()
  t.pass()
})

test("a lock leaves only its file in the folder, and two folders' locks are independent", async (t) => {
  const [one, other] = [await temporaryFolder(t), await temporaryFolder(t)]
  const locks = [lockFolder(one), lockFolder(other)]
  t.deepEqual(await readdir(one), ['server.lock'])
  locks.forEach((lock) => lock.release())
  t.deepEqual(await readdir(one), ['server.lock'])
})
