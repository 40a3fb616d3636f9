/** What remains of deleted rows in the embedded file and its log, and how their removal affects other work. */
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'
import type { Database } from '../../../../src/platform/database/database.ts'
import { openDatabase } from '../../../../src/platform/database/open.ts'
import type { ScrubAnswer, ScrubTask } from '../../../../src/platform/database/sqlite/scrubber.ts'
import { nextMessage, startDatabaseChild, temporaryFolder } from '../../../tools/services/databases.ts'
import { until } from '../../../tools/until.ts'

const canary = 'canary-4711-'

type Scene = { database: Database; file: string }

async function openFile(t: ExecutionContext): Promise<Scene> {
  const file = join(await temporaryFolder(t), 'screening.db')
  const database = openDatabase({ file })
  t.teardown(() => database.close())
  await database.execute('CREATE TABLE notes (id VARCHAR(40) PRIMARY KEY, body TEXT)')
  await database.execute('CREATE INDEX bodies ON notes (body)')
  return { database, file }
}

/** Returns the same random numbers in each run, so that a failure can be reproduced (Park–Miller generator). */
function createRandom(): () => number {
  let state = 4711
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/**
 * Writes rows of very different lengths in random order, so that they move from page to page. Three in ten contain the
 * canary.
 */
async function fill({ database }: Scene, rows: number, random: () => number): Promise<void> {
  await database.transaction(async () => {
    for (let row = 0; row < rows; row += 1) {
      const body = (random() < 0.3 ? canary : 'kept-').repeat(1 + Math.floor(random() ** 4 * 1500))
      await write(database, `${random()}`, body)
    }
  })
}

/** Deletes the rows with the canary. */
async function fillAndDelete(scene: Scene, rows: number): Promise<void> {
  await fill(scene, rows, createRandom())
  await scene.database.execute(`DELETE FROM notes WHERE body LIKE '${canary}%'`)
}

function write(database: Database, id: string, body: string): Promise<number> {
  return database.execute('INSERT INTO notes (id, body) VALUES ($1, $2)', [id, body])
}

/** Returns the names of the files in the database's folder that contain the canary. */
async function holders({ file }: Scene): Promise<string[]> {
  const names = await readdir(dirname(file))
  const contents = await Promise.all(names.map((name) => readFile(join(dirname(file), name), 'latin1')))
  return names.filter((_, index) => contents[index]!.includes(canary))
}

test('after a scrub no byte of a deleted row is left in any file', async (t) => {
  const scene = await openFile(t)
  const { database } = scene
  for (let row = 0; row < 300; row += 1) await write(database, `${canary}${row}`, canary.repeat(50))
  await database.execute("UPDATE notes SET body = 'changed' WHERE id LIKE '%7'")
  await database.execute('DELETE FROM notes')
  t.deepEqual(await holders(scene), ['screening.db', 'screening.db-wal'])
  await database.scrub()
  t.deepEqual(await holders(scene), [])
})

test('no byte of a deleted row is left after each of 120 rounds of deletions between remaining rows', async (t) => {
  const scene = await openFile(t)
  const { database } = scene
  const random = createRandom()
  for (let round = 0; round < 3; round += 1) {
    await fill(scene, 400, random)
    const rows = await database.select<{ id: string }>(`SELECT id FROM notes WHERE body LIKE '${canary}%'`)
    t.true(rows.length >= 90)
    for (const { id } of rows) await database.execute('DELETE FROM notes WHERE id = $1', [id])
    await database.scrub()
    t.deepEqual(await holders(scene), [], `round ${round}`)
  }
  t.deepEqual(await database.select('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
})

test('a page in the cache of the writing connection does not bring back wiped bytes', async (t) => {
  const scene = await openFile(t)
  const { database } = scene
  await fillAndDelete(scene, 400)
  await database.scrub()
  await database.execute("UPDATE notes SET body = replace(body, 'kept', 'KEPT')")
  t.deepEqual(await holders(scene), [])
})

test('a scrub only changes bytes to zero', async (t) => {
  const scene = await openFile(t)
  const { database, file } = scene
  await fillAndDelete(scene, 400)
  await until('the file has all of the log', async () => (await stat(`${file}-wal`)).size === 0)
  const rows = await database.select('SELECT * FROM notes ORDER BY id')
  const before = await readFile(file)
  await database.scrub()
  const after = await readFile(file)
  t.is(after.length, before.length)
  const changed = [...after.keys()].filter((at) => after[at] !== before[at])
  t.true(changed.length > 0)
  t.true(changed.every((at) => after[at] === 0))
  t.deepEqual(await database.select('SELECT * FROM notes ORDER BY id'), rows)
})

test('pages that change after the scrub has read them are wiped too, however much is written afterwards', async (t) => {
  const scene = await openFile(t)
  const descriptor = openSync(scene.file, 'r+')
  t.teardown(() => closeSync(descriptor))
  const workerData = { path: scene.file, descriptor }
  const thread = new Worker(new URL('../../../../src/platform/database/sqlite/scrub.ts', import.meta.url), {
    workerData,
  })
  t.teardown(() => thread.terminate())
  const ask = async (task: ScrubTask) => {
    thread.postMessage(task)
    return ((await once(thread, 'message')) as [ScrubAnswer])[0]
  }
  t.is(await ask('wipe'), 'more', 'no page has been read yet')
  t.is(await ask('find'), 'done')
  await fillAndDelete(scene, 400)
  // Each of these rows is so long that SQLite would restart the log by itself after writing it.
  for (let row = 0; row < 3; row += 1)
    await scene.database.execute("INSERT INTO notes (id, body) VALUES ($1, printf('%.6000000c', 'x'))", [`long ${row}`])
  let answer = await ask('wipe')
  while (answer === 'more') answer = await ask('wipe')
  t.is(answer, 'done')
  t.deepEqual(await holders(scene), [])
})

test('other connections can write while a scrub is in progress', async (t) => {
  const scene = await openFile(t)
  const { database } = scene
  await fill(scene, 400, createRandom())
  let isOver = false
  const scrubbed = database.scrub().finally(() => (isOver = true))
  let written = 0
  for (; !isOver; written += 1) await write(database, `beside ${written}`, 'new')
  await scrubbed
  t.true(written > 1, 'more than one row was written during the scrub')
  const [row] = await database.select<{ rows: number }>("SELECT COUNT(*) AS `rows` FROM notes WHERE body = 'new'")
  t.is(row?.rows, written)
})

test('two concurrent scrubs both complete', async (t) => {
  const scene = await openFile(t)
  const { database } = scene
  await fill(scene, 50, createRandom())
  const first = database.scrub()
  await database.execute('DELETE FROM notes')
  await Promise.all([first, database.scrub()])
  t.deepEqual(await holders(scene), [])
})

test("a scrub waits for another process's write, but this process's other writers do not wait for the scrub", async (t) => {
  const scene = await openFile(t)
  const { database, file } = scene
  await fillAndDelete(scene, 50)
  const child = startDatabaseChild(t, 'hold', file)
  t.deepEqual(await nextMessage(child), { holding: true })
  let isOver = false
  const scrubbed = database.scrub().finally(() => (isOver = true))
  for (let read = 0; read < 20; read += 1) await database.select('SELECT id FROM notes LIMIT 1')
  t.false(isOver)
  child.send('commit')
  await scrubbed
  t.deepEqual(await holders(scene), [])
})

test('closing the database ends a scrub in progress', async (t) => {
  const database = openDatabase({ file: join(await temporaryFolder(t), 'screening.db') })
  const scrubbed = database.scrub()
  await database.close()
  await t.throwsAsync(scrubbed)
})
