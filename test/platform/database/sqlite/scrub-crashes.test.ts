/** A process that is killed during a scrub leaves an intact file with every committed row. */
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import type { Database } from '../../../../src/platform/database/database.ts'
import { openDatabase } from '../../../../src/platform/database/open.ts'
import { churn, contentAfter, lastChange, prepareChurn } from '../../../tools/services/churn.ts'
import { nextMessage, startDatabaseChild, temporaryFolder } from '../../../tools/services/databases.ts'

/** Three rounds by default. CHAOS_ROUNDS=200 finds rare faults. */
const kills = Number(process.env.CHAOS_ROUNDS ?? 3)
/** How long a process may live before it is killed. A scrub of such a small file takes about 20 ms. */
const livesMostMs = 150
const scrubs = kills * 4
/** The minimum number of changes in a round, so that after some rounds every row has changed. */
const changesMin = 100

/** Returns the marks that changes left in any of a folder's files. */
async function marksIn(folder: string): Promise<Set<string>> {
  const names = await readdir(folder)
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
  return new Set(contents.flatMap((content) => content.match(/<\d{9}>/g) ?? []))
}

/**
 * Checks that the file is intact and contains exactly the committed rows, and that no other data is in any of its
 * bytes.
 */
async function assertContent(t: ExecutionContext, database: Database, file: string): Promise<void> {
  const { rows, marks } = contentAfter(await lastChange(database))
  t.deepEqual(await database.select('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
  const found = await database.select<{ id: string; body: string }>('SELECT id, body FROM notes')
  t.true(found.every(({ id, body }) => rows.get(id) === body))
  t.is(found.length, rows.size)
  await database.scrub()
  const held = await marksIn(dirname(file))
  t.deepEqual(
    [[...held.difference(marks)], [...marks.difference(held)]],
    [[], []],
    'marks that should be gone, marks that are missing',
  )
}

test('a process that is killed during a scrub leaves an intact file with every committed row for the next scrub', async (t) => {
  const file = join(await temporaryFolder(t), 'screening.db')
  const first = openDatabase({ file })
  await prepareChurn(first)
  await first.close()
  for (let kill = 0; kill < kills; kill += 1) {
    const child = startDatabaseChild(t, 'churn', file)
    let { changed } = await nextMessage<{ changed: number }>(child)
    child.on('message', (message: { changed: number }) => ({ changed } = message))
    await delay(Math.random() * livesMostMs)
    child.kill('SIGKILL')
    await once(child, 'exit')

    const database = openDatabase({ file })
    const committed = await lastChange(database)
    t.true(committed >= changed)
    await assertContent(t, database, file)
    await database.close()
    t.log(`killed after change ${committed}`)
  }
})

test('under constant changes each scrub keeps new writes and removes all data that was deleted before it', async (t) => {
  const file = join(await temporaryFolder(t), 'screening.db')
  const database = openDatabase({ file })
  t.teardown(() => database.close())
  await prepareChurn(database)
  let changed = 0
  for (let scrub = 0; scrub < scrubs; scrub += 1) {
    const before = contentAfter(changed).marks
    const first = changed
    let isOver = false
    const scrubbed = database.scrub().finally(() => (isOver = true))
    while (!isOver || changed < first + changesMin) changed = await churn(database, changed)
    await scrubbed
    const held = await marksIn(dirname(file))
    const isOld = (mark: string) => Number(mark.slice(1, -1)) <= first
    t.deepEqual(
      [...held].filter(isOld).filter((mark) => !before.has(mark)),
      [],
    )
  }
  await assertContent(t, database, file)
})
