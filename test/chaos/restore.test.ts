/**
 * A dump that was made under load is restored. Everything that was acknowledged before the dump is then in the
 * database, and is completed.
 */
import test from 'ava'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { billing, events, untilQuiet } from '../support/chaos/invariants.ts'
import { rounds, submitUntil } from '../support/chaos/rounds.ts'
import { memberNames, openScene, type Scene } from '../support/chaos/scene.ts'
import { folder as servicesFolder } from '../tools/services/commands.ts'
import { isNewest, placed, program } from '../tools/services/packages.ts'
import { readServices } from '../tools/services/services.ts'

/** The same commands as in OPERATIONS.md. */
const dump = isNewest
  ? ['mysqldump', '--single-transaction', '--no-tablespaces', '--set-gtid-purged=OFF']
  : ['mariadb-dump', '--single-transaction']
const load = isNewest ? ['mysql'] : ['mariadb']

let scene: Scene
test.before(async () => {
  scene = await openScene()
})
test.after.always('the scene leaves nothing behind', async (t) => {
  t.deepEqual(await scene.close(), [])
})

const folder = mkdtempSync(join(tmpdir(), 'dump-'))
const file = join(folder, 'screening.sql')
test.after.always(() => rmSync(folder, { recursive: true }))

/** Runs one of the database server's clients with `file` as its input or its output. */
async function runClient([name, ...options]: string[], direction: 'from' | 'to'): Promise<void> {
  const { hostname, port, username, password } = new URL(readServices()!.DATABASE_URL)
  const where = [`--host=${hostname}`, `--port=${port}`, `--user=${username}`, `--password=${password}`]
  const args = [...options, ...where, scene.database.name]
  const { command, ...inPlace } = placed({ command: program(name as string), args }, servicesFolder)
  const descriptor = openSync(file, direction === 'from' ? 'r' : 'w')
  const stdio =
    direction === 'from' ? ([descriptor, 'ignore', 'pipe'] as const) : (['ignore', descriptor, 'pipe'] as const)
  const child = spawn(command, inPlace.args, { stdio: [...stdio], env: { ...process.env, ...inPlace.env } })
  let said = ''
  child.stderr!.on('data', (chunk) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  closeSync(descriptor)
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`)
}

async function emptyDatabase(): Promise<void> {
  const connection = await createConnection(readServices()!.DATABASE_URL)
  for (const verb of ['DROP', 'CREATE']) await connection.query(`${verb} DATABASE ${scene.database.name}`)
  await connection.end()
}

const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

for (let round = 1; round <= rounds; round += 1)
  test.serial(
    `a restored dump contains every job that was acknowledged before it, and each is completed, reported and billed once (${round})`,
    async (t) => {
      const { client, members, database } = scene
      client.begin()
      await client.submit(20)
      await client.submitBatch(20)
      const acknowledged = [...client.jobs.keys()]
      await submitUntil(scene, runClient(dump, 'to'))
      await client.submit(5)
      const lost = client.jobs.size - acknowledged.length
      await Promise.all(memberNames.map((name) => members.end(name)))
      const restoring = performance.now()
      await emptyDatabase()
      await runClient(load, 'from')
      const restored = secondsSince(restoring)
      await Promise.all(memberNames.map((name) => members.start(name)))
      // The broker still has messages for jobs that the restored database does not contain.
      const { faults } = await untilQuiet(scene)
      const recovered = secondsSince(restoring)
      const rows = await database.select<never>('SELECT * FROM scoring_jobs')
      const ids = new Set(rows.map(({ id }) => id as string))
      t.deepEqual(
        [...faults, ...(await billing(scene, rows)), ...(await events(scene, rows)), ...members.faults.splice(0)],
        [],
      )
      t.deepEqual(
        acknowledged.filter((id) => !ids.has(id)),
        [],
      )
      t.log(
        `${ids.size} jobs in ${statSync(file).size} bytes, ${lost} accepted after the dump began; restored in ${restored}, all finished after ${recovered}`,
      )
    },
  )
