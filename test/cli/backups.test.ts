/** Backups of the embedded database, made under load and restored as an operator would restore them. */
import test, { type ExecutionContext } from 'ava'
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixture } from '../support/scoring.ts'
import { cli } from '../tools/services/operator-cli.ts'
import { privateFolder, runProcess, startProcess, type Running } from '../tools/services/process.ts'
import { until } from '../tools/until.ts'

type Env = Record<string, string>

const run = (t: ExecutionContext, env: Env, ...words: string[]) => runProcess(t, env, ['node', 'src/cli.ts', ...words])

/** Starts a server with its own folder, and returns functions that call it with the key from its first start. */
async function startScene(t: ExecutionContext, more: Env = {}) {
  const folder = privateFolder(t)
  const env = { DATA_DIR: join(folder, 'data'), ...more }
  const server = await startProcess(t, env)
  const [key] = /sk_test_\w+/.exec(server.stdout()) as RegExpExecArray
  return { folder, env, server, call: caller(server, key), callOn: (other: Running) => caller(other, key) }
}

function caller({ url }: Running, key: string) {
  return async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const scope = path.startsWith('/v1/jobs') ? { 'x-tenant-id': 'acme' } : {}
    const sent = { method, headers: { ...headers, ...scope }, ...(body && { body: JSON.stringify(body) }) }
    const answer = await until('the call fits the limits', async () => {
      const tried = await fetch(url + path, sent)
      return tried.status !== 429 && tried
    })
    return { status: answer.status, location: answer.headers.get('location')!, body: (await answer.json()) as never }
  }
}

type Call = ReturnType<typeof caller>
type Page = { data: { type: string; data: { scoringJobId: string } }[]; nextCursor: string | null }

/** Returns the scoring jobs that the feed reports as completed. */
async function completedIn(call: Call): Promise<string[]> {
  const ids: string[] = []
  for (let after = ''; ;) {
    const { data, nextCursor } = (await call('GET', `/v1/events?limit=100${after}`)).body as Page
    ids.push(...data.filter(({ type }) => type === 'score.completed').map((event) => event.data.scoringJobId))
    if (nextCursor === null || data.length === 0) return ids
    after = `&cursor=${nextCursor}`
  }
}

const submit = (call: Call, application: string) =>
  call('POST', `/v1/jobs/job-1/applications/${application}/scoring-jobs`, { resumeUrl: fixture('strong') })

const stop = async ({ child, ended }: Running) => {
  child.kill('SIGKILL')
  await ended
}

test('a backup made under load contains everything acknowledged before it, and a server restored from it finishes every job', async (t) => {
  const { folder, env, server, call, callOn } = await startScene(t)
  await call('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'TypeScript', importance: 'MUST_HAVE' }] })
  const accepted: string[] = []
  let isOver = false
  const load = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const { status, location } = await submit(call, `app-${n}`)
      if (status === 202) accepted.push(location)
    }
  })()
  await until('the load is under way', () => accepted.length >= 20)
  const before = accepted.slice()
  const file = join(folder, 'backup.sqlite')
  const made = await run(t, env, 'backup', file)
  t.is(made.code, 0, made.stderr)
  t.regex(made.stderr, /^copied \d+ %$/m)
  const after = accepted.length
  await until('the load went on meanwhile', () => accepted.length > after)
  isOver = true
  await load
  t.true(after > before.length, 'requests were accepted during the backup')
  t.is(statSync(file).mode & 0o777, 0o600)
  t.is(JSON.parse(made.stdout).bytes, statSync(file).size)
  await stop(server)

  const restored = { DATA_DIR: join(folder, 'restored') }
  t.regex((await run(t, restored, 'restore', file)).stderr, /contains no secret\.key/)
  copyFileSync(join(env.DATA_DIR, 'secret.key'), join(restored.DATA_DIR, 'secret.key'))
  t.is((await run(t, restored, 'restore', file)).code, 0)
  t.is((await run(t, restored, 'restore', file)).code, 1, 'an existing database is never overwritten')
  const second = await startProcess(t, restored)
  const read = callOn(second)
  const ids = before.map((location) => location.split('/').at(-1) as string)
  // The feed omits the newest events for a few seconds.
  const feed = await until('all jobs of the backup have ended, and are in the feed', async () => {
    const [{ used, reserved }, completed] = [await usageOf(read), await completedIn(read)]
    return reserved === 0 && completed.length >= used && { used, completed }
  })
  t.is(new Set(feed.completed).size, feed.used, 'each billed score is reported once')
  t.is(feed.completed.length, feed.used)
  const lost = ids.filter((id) => !feed.completed.includes(id))
  t.deepEqual(lost, [])
  t.regex((await run(t, restored, 'restore', file)).stderr, /another server is running/)
})

/** Returns how many of the partner's scores are billed, and how many are open. */
async function usageOf(call: Call): Promise<{ used: number; reserved: number }> {
  return (await call('GET', '/v1/usage')).body
}

test('deletions made after a backup are repeated from the journal, with their original ids', async (t) => {
  const journal = join(privateFolder(t), 'deletions.jsonl')
  const { folder, env, server, call, callOn } = await startScene(t, { DELETION_JOURNAL: journal })
  await call('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'TypeScript', importance: 'MUST_HAVE' }] })
  for (const application of ['canary-1', 'canary-2']) await submit(call, application)
  const remove = (application: string) => call('DELETE', `/v1/jobs/job-1/applications/${application}`)
  await remove('before')
  const file = join(folder, 'backup.sqlite')
  t.is((await run(t, env, 'backup', file)).code, 0)
  const { location } = await remove('canary-1')
  // This is later than the deletion's request. The command also repeats deletions from shortly before `since`, because
  // their commits may come after the backup.
  const since = new Date().toISOString()
  t.notRegex(readFileSync(journal, 'utf8'), /canary/)
  await stop(server)

  for (const end of ['', '-wal', '-shm']) rmSync(join(env.DATA_DIR, `screening.sqlite${end}`), { force: true })
  t.is((await run(t, env, 'restore', file)).code, 0)
  const reapply = async (...more: string[]) => {
    const { code, stdout, stderr } = await run(t, env, 'deletions', 'reapply', journal, '--since', since, ...more)
    t.is(code, 0, stderr)
    return JSON.parse(stdout)
  }
  writeFileSync(journal, '{"id":"dr_torn', { flag: 'a' })
  const counts = { reapplied: 1, known: 1, partnerUnknown: 0, unreadable: 1 }
  t.deepEqual(await reapply(), counts, 'the backup contains the deletion before it')
  t.deepEqual(await reapply(), { ...counts, reapplied: 0, known: 2 }, 'a second repeat changes nothing')
  const read = callOn(await startProcess(t, env))
  const ended = async () =>
    ((await read('GET', location)).body as { deletionRequest: { status: string } }).deletionRequest.status ===
    'COMPLETED'
  await until('the deletion is complete', ended)
  const statusOf = async (name: string) => (await read('GET', `/v1/jobs/job-1/applications/${name}/score`)).status
  t.deepEqual([await statusOf('canary-1'), await statusOf('canary-2')], [404, 200])
})

test('backup and restore refuse to run if they would lose data, and leave nothing behind', async (t) => {
  const folder = privateFolder(t)
  const env = { DATA_DIR: join(folder, 'data') }
  const file = join(folder, 'backup.sqlite')
  const refused = async (words: string[], expected: RegExp, settings: Env = env) => {
    const { code, stdout, stderr } = await run(t, settings, ...words)
    t.deepEqual([code, stdout], [1, ''])
    t.regex(stderr, expected)
  }
  await refused(['backup', file], /there is no database/)
  t.false(existsSync(env.DATA_DIR), 'a backup creates no database')
  await cli(t, env, 'partners create', 'acme')
  writeFileSync(file, 'taken')
  await refused(['backup', file], /exists and will not be overwritten/)
  t.is(readFileSync(file, 'utf8'), 'taken')
  await refused(['backup', join(folder, 'absent', 'file')], /create the folder first/)
  const other = { DATA_DIR: join(folder, 'other'), SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
  await refused(['restore', file], /not a database/, other)
  await refused(['restore', join(folder, 'none')], /does not exist/, other)
  rmSync(join(env.DATA_DIR, 'screening.sqlite'))
  writeFileSync(join(env.DATA_DIR, 'screening.sqlite-wal'), 'of another database')
  await refused(['restore', file], /screening\.sqlite-wal exists/)
  const overMysql = { ...other, DATABASE_URL: 'mysql://a:b@127.0.0.1:1/c' }
  await refused(['backup', join(folder, 'b')], /mariadb-dump/, overMysql)
  t.false(existsSync(join(other.DATA_DIR, 'screening.sqlite')))
})
