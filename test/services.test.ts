/** Each checkout has its own services. The tests run the services' script in a second, temporary checkout. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { createConnection } from 'mysql2/promise'
import { temporaryFolder } from './tools/services/databases.ts'
import { readServices } from './tools/services/services.ts'

const run = promisify(execFile)
const here = readServices()

/** Makes a checkout that contains only the services' script. */
async function checkOut(t: ExecutionContext): Promise<string> {
  const folder = await temporaryFolder(t)
  const scripts = [
    'services.ts',
    'commands.ts',
    'database-servers.ts',
    'packages.ts',
    'newest.ts',
    'galera.ts',
    'service.ts',
  ]
  for (const path of [
    ...scripts.map((name) => `tools/services/${name}`),
    'tools/fakes/certificate.ts',
    'tools/debian-mirror.ts',
  ]) {
    const copy = join(folder, 'test', path)
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(join(import.meta.dirname, path), copy)
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'))
  return folder
}

/**
 * Runs a checkout's script, which uses the checkout's own folder. With our folder, it would stop other tests' services.
 * It uses the system's servers, because the newest ones would be installed again.
 */
const { SERVICES_FOLDER: _folder, ENGINES: _engines, ...env } = process.env

async function services(checkout: string, command: string, more: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const script = join(checkout, 'test/tools/services/services.ts')
  const { stdout } = await run(process.execPath, [script, command], { env: { ...env, ...more } })
  return stdout.trimEnd().split('\n')
}

async function pids(checkout: string): Promise<number[]> {
  const names = ['mariadb', 'epmd', 'rabbitmq', 'redis']
  return Promise.all(names.map(async (name) => Number(await readFile(join(checkout, `.services/${name}.pid`), 'utf8'))))
}

/** Returns whether a server listens at the address. */
async function answers(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

test('if the services are not running, a test reads null, or fails with CI=true', async (t) => {
  const checkout = await checkOut(t)
  const module = JSON.stringify(join(checkout, 'test/tools/services/services.ts'))
  const read = ['--input-type=module', '-e', `import { readServices } from ${module}; console.log(readServices())`]
  const { stdout } = await run(process.execPath, read, { env: { ...env, CI: '' } })
  t.is(stdout, 'null\n')
  const error = await t.throwsAsync(run(process.execPath, read, { env: { ...env, CI: 'true' } }))
  t.regex(error.message, /the services are not running: make services/)
})

test('an unknown command is refused, and the error lists the known ones', async (t) => {
  const error = await t.throwsAsync(services(await checkOut(t), 'restart'))
  t.regex(error.message, /start \| stop \| status/)
})

/** Returns a refused start's error line. */
async function refusal(starting: Promise<unknown>): Promise<string> {
  const { stderr } = await starting.then(
    () => ({ stderr: 'it started' }),
    (error: { stderr: string }) => error,
  )
  return stderr.trim()
}

test('an unknown value of ENGINES is refused, and the error lists the known ones', async (t) => {
  const line = await refusal(services(await checkOut(t), 'start', { ENGINES: 'latest' }))
  t.is(line, "ENGINES=latest is unknown: newest, galera, or leave it out for the system's servers")
})

test('with ENGINES=newest, a machine that lacks a tool gets one line that says which', async (t) => {
  const checkout = await checkOut(t)
  const newest = { ENGINES: 'newest', PATH: checkout } // a PATH without debootstrap
  const script = `import { installNewest } from ${JSON.stringify(join(checkout, 'test/tools/services/newest.ts'))}
    if (process.getuid() === 0) process.setuid(65534)
    try { installNewest() } catch (error) { console.error(error.message) }`
  const asNobody = await run(process.execPath, ['--input-type=module', '-e', script], { env })
  t.is(asNobody.stderr, 'ENGINES=newest runs the servers in a chroot, which only root may: run it as root\n')
  if (process.getuid?.() !== 0) return
  const line = await refusal(services(checkout, 'start', newest))
  t.is(line, 'debootstrap not found: apt-get install debootstrap, then run this again')
})

if (here) {
  test('a second checkout starts its own services, and stop ends only those', async (t) => {
    const checkout = await checkOut(t)
    t.teardown(() => services(checkout, 'stop'))
    const exported = await services(checkout, 'start')
    const theirs = JSON.parse(await readFile(join(checkout, '.services/environment.json'), 'utf8')) as typeof here
    t.deepEqual(
      exported,
      Object.entries(theirs).map(([name, value]) => `export ${name}=${value}`),
    )
    for (const [name, value] of Object.entries(here)) t.not(theirs[name as keyof typeof here], value)
    const started = await pids(checkout)
    t.deepEqual(await Promise.all(Object.values(theirs).map(answers)), [true, true, true])

    t.deepEqual(await services(checkout, 'start'), exported, 'a second start changes nothing')
    t.deepEqual(await pids(checkout), started)
    const connection = await createConnection(theirs.DATABASE_URL)
    await connection.query('CREATE DATABASE screening_own')
    await connection.end()

    const stopped = await services(checkout, 'stop')
    t.deepEqual(
      stopped.map((line) => line.replace(/\d+/, 'N')),
      ['redis: stopped (pid N)', 'rabbitmq: stopped (pid N)', 'epmd: stopped (pid N)', 'mariadb: stopped (pid N)'],
    )
    t.deepEqual(await Promise.all(Object.values(theirs).map(answers)), [false, false, false])
    t.deepEqual(await Promise.all(Object.values(here).map(answers)), [true, true, true])
    t.deepEqual(readServices(), here)
  })
}
