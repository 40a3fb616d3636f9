import test from 'ava'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { sendRaw } from '../support/raw-http.ts'
import { releasedMigrations } from '../support/migrations.ts'
import { cli } from '../tools/services/operator-cli.ts'
import { privateFolder, runProcess, startProcess } from '../tools/services/process.ts'
import { until } from '../tools/until.ts'

/** Limits the number of concurrent commands, because each is a process. */
const atOnce = pLimit(4)

test('partners and keys are created, listed and revoked while a server runs', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  const server = await startProcess(t, { DATA_DIR })
  const partner = await cli(t, { DATA_DIR }, 'partners create', 'Acme ATS')
  t.is(partner.name, 'Acme ATS')
  t.regex(partner.partnerId, /^p_/)
  const made = await cli(t, { DATA_DIR }, 'keys create', '--partner', 'Acme ATS', '--environment', 'sandbox')
  t.regex(made.key, /^sk_test_\w{38}$/)
  const status = async () =>
    (
      await sendRaw(
        server.url,
        `GET /v1/jobs/a/criteria HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${made.key}\r\nX-Tenant-Id: a\r\n\r\n`,
      )
    ).status
  t.is(await status(), 404, 'the key works immediately')
  const listed = (await cli(t, { DATA_DIR }, 'keys list')).find(({ keyId }) => keyId === made.keyId)
  t.is(listed?.partner, 'Acme ATS')
  t.is(listed?.lastFour, made.key.slice(-4))
  t.is(listed?.revokedAt, null)
  t.false(JSON.stringify(listed).includes(made.key))
  t.true((await cli(t, { DATA_DIR }, 'keys revoke', made.keyId)).revoked)
  await until('the server refuses the revoked key', async () => (await status()) === 401)
  t.truthy((await cli(t, { DATA_DIR }, 'keys list')).find(({ keyId }) => keyId === made.keyId)?.revokedAt)
})

test('output contains no characters that control a terminal, and names with control characters are refused', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  const run = (...words: string[]) => runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', ...words])
  await cli(t, { DATA_DIR }, 'partners create', 'a')
  const steering = 'a\u001b[2J\u009b2J'
  const unknown = await run('partners', 'set-plan', steering, 'trial')
  t.is(unknown.code, 1)
  t.true(unknown.stderr.includes('a\\u001b[2J\\u009b2J'))
  t.notRegex(unknown.stderr, /[^\P{Cc}\n]/u)
  t.regex((await run('partners', 'create', steering)).stderr, /control character/)
  const reordering = 'emca\u202e \u{e0041}'
  const made = await run('partners', 'create', reordering)
  t.true(made.stdout.includes('emca\\u202e \\udb40\\udc41'))
  t.is(JSON.parse(made.stdout).name, reordering)
  const words = ['--partner', 'a', '--environment', 'sandbox', '--name', steering]
  t.regex((await run('keys', 'create', ...words)).stderr, /control character/)
})

test('limits set for a partner override the defaults, can be reset, and are listed', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  const { partnerId } = await cli(t, { DATA_DIR }, 'partners create', 'a')
  const setLimits = async (...words: string[]) =>
    (await cli(t, { DATA_DIR }, 'partners set-limits', 'a', ...words)).limits
  const defaults = (await cli(t, { DATA_DIR }, 'partners list'))[0]?.limits
  const changed = { ...defaults, analytics: 50, criteria_ai_inflight: 8, tenant_window: 1_000_000 }
  t.deepEqual(await setLimits('analytics=50', 'criteria_ai_inflight=8', 'tenant_window=1000000'), changed)
  t.deepEqual(await setLimits('analytics=default', 'criteria_ai=1'), { ...changed, analytics: 20, criteria_ai: 1 })
  const [listed, ...others] = await cli(t, { DATA_DIR }, 'partners list')
  t.deepEqual(others, [])
  t.is(listed?.partnerId, partnerId)
  t.is(listed?.name, 'a')
  t.deepEqual(listed?.limits, { ...changed, analytics: 20, criteria_ai: 1 })
  t.deepEqual(await setLimits(...Object.keys(changed).map((name) => `${name}=default`)), defaults)
})

test("quotas set for a partner override its plan's quotas, can be reset, and are listed", async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  await cli(t, { DATA_DIR }, 'partners create', 'a')
  const setQuotas = async (...words: string[]) =>
    (await cli(t, { DATA_DIR }, 'partners set-quotas', 'a', ...words)).quotas
  const standard = (await cli(t, { DATA_DIR }, 'partners list'))[0]?.quotas
  t.like(standard, { tenants: 10_000, jobs: 100_000, criteriaVersionsPerJob: 200, apiKeys: 50 })
  const changed = { ...standard, jobs: 7, criteriaBytes: 1_000_000_000_000 }
  t.deepEqual(await setQuotas('jobs=7', 'criteriaBytes=1000000000000'), changed)
  t.deepEqual((await cli(t, { DATA_DIR }, 'partners list'))[0]?.quotas, changed)
  t.deepEqual(await setQuotas('jobs=default', 'criteriaBytes=default'), standard)
})

test('a partner can be given a plan, and a key a name and permissions', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  t.is((await cli(t, { DATA_DIR }, 'partners create', 'a')).plan, 'standard')
  t.is((await cli(t, { DATA_DIR }, 'partners create', 'b', '--plan', 'trial')).plan, 'trial')
  await cli(t, { DATA_DIR }, 'partners set-plan', 'a', 'trial')
  await cli(t, { DATA_DIR }, 'partners set-plan', 'b', 'standard')
  const listed = await cli(t, { DATA_DIR }, 'partners list')
  t.deepEqual(Object.fromEntries(listed.map(({ name, plan }) => [name, plan])), { a: 'trial', b: 'standard' })
  const whose = ['--partner', 'a', '--environment', 'production']
  const chosen = ['--permissions', 'keys,scoring.read', '--name', 'import']
  const { key, ...made } = await cli(t, { DATA_DIR }, 'keys create', ...whose, ...chosen)
  t.regex(key, /^sk_live_/)
  t.deepEqual(made, { keyId: made.keyId, name: 'import', permissions: ['scoring.read', 'keys'], expiresAt: null })
  const [shown] = await cli(t, { DATA_DIR }, 'keys list')
  t.deepEqual([shown?.keyId, shown?.name, shown?.lastUsedAt], [made.keyId, 'import', null])
  t.deepEqual(shown?.permissions, made.permissions)
})

test('`migrate` lists the migrations that it applied, and lists none the second time', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  t.deepEqual((await cli(t, { DATA_DIR }, 'migrate')).applied, releasedMigrations())
  t.deepEqual((await cli(t, { DATA_DIR }, 'migrate')).applied, [])
})

test('a command on a folder without a database says so, and creates a database only if that is its purpose', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'other')
  const run = (...words: string[]) => runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', ...words])
  for (const words of [
    ['keys', 'list'],
    ['queues'],
    ['keys', 'create', '--partner', 'a', '--environment', 'sandbox'],
  ]) {
    const { code, stdout, stderr } = await run(...words)
    t.deepEqual([code, stdout], [1, ''], words.join(' '))
    t.true(
      stderr.startsWith(`there is no database in DATA_DIR ${DATA_DIR}: give the command the settings of the server`),
    )
  }
  t.false(existsSync(DATA_DIR))
  t.is((await run('partners', 'create', 'a')).stderr, `Created a database in DATA_DIR ${DATA_DIR}.\n`)
  t.is((await run('partners', 'create', 'b')).stderr, '')
  t.deepEqual(await run('keys', 'list').then(({ code, stdout }) => [code, stdout]), [0, '[]\n'])
})

test("npm runs a command as in the README, with the command's own output and exit code", async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  const create = () => runProcess(t, { DATA_DIR }, ['npm', 'run', '-s', 'cli', '--', 'partners', 'create', 'a'])
  const made = await create()
  t.deepEqual([made.code, made.stderr], [0, `Created a database in DATA_DIR ${DATA_DIR}.\n`])
  t.is(JSON.parse(made.stdout).name, 'a')
  const refused = await create()
  t.deepEqual([refused.code, refused.stdout], [1, ''])
  t.regex(refused.stderr, /there is already a partner "a"/)
})

test('a failed command prints the reason on standard error, with exit code 1', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  await cli(t, { DATA_DIR }, 'partners create', 'a')
  const cases: [string[], RegExp][] = [
    [['partners', 'create', 'a'], /there is already a partner "a"/],
    [['partners', 'create'], /give NAME/],
    [['partners', 'create', ' '], /1 to 100 characters/],
    [['partners', 'set-limits', 'b', 'analytics=5'], /no partner "b"/],
    [['partners', 'set-plan', 'b', 'trial'], /no partner "b"/],
    [['keys', 'create', '--partner', 'b', '--environment', 'sandbox'], /no partner "b"/],
    [['keys', 'create', '--partner', 'a', '--environment', 'moon'], /sandbox or production/],
    [['keys', 'create', '--partner', 'a'], /--environment/],
    [['keys', 'revoke', 'key_x'], /no key "key_x"/],
    [['keys', 'steal'], /unknown command "keys steal"/],
    [['keys', 'list', '--all'], /--all/],
  ]
  const check = async ([args, explanation]: [string[], RegExp]) => {
    const { code, stdout, stderr } = await runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', ...args])
    t.is(code, 1, args.join(' '))
    t.is(stdout, '')
    t.regex(stderr, explanation)
  }
  await Promise.all(cases.map((each) => atOnce(check, each)))
})

test('unknown or incomplete commands change no data', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'never')
  const newKey = ['keys', 'create', '--partner', 'a', '--environment', 'sandbox']
  const cases: [string[], RegExp][] = [
    [['keys', 'create', '--bogus'], /--bogus/],
    [['keys', 'list', 'extra'], /takes no arguments/],
    [['nonsense'], /unknown command/],
    [['partners', 'create', 'a', '--plan', 'gold'], /"gold" is not a plan; use standard or trial/],
    [['partners', 'create', 'Zed '], /no control characters, and no spaces at either end/],
    [['partners', 'set-plan', 'a'], /give NAME PLAN/],
    [[...newKey, '--permissions', 'keys,fly'], /"fly" is not a permission; use criteria.read, .*, keys/],
    [[...newKey, '--permissions', ''], /"" is not a permission/],
    [[...newKey, '--name', ' '], /a key's name must have 1 to 100 characters/],
    [['jobs', 'retry'], /give SCORINGJOBID/],
    [['jobs', 'stuck', '--minutes', '1441'], /--minutes is "1441": give a whole number up to 1440/],
    [['jobs', 'stuck', '--minutes', 'soon'], /--minutes is "soon"/],
    [['queues', 'purge-all'], /takes no arguments/],
    [['scores', 'drop', '--partner', 'a', '--environment', 'sandbox'], /--tenant is missing/],
    [['partners', 'set-limits', 'a'], /give NAME LIMIT=N…/],
    [['partners', 'set-limits', 'a', 'speed=5'], /"speed" is not a limit: give one of criteria_ai, /],
    [['partners', 'set-limits', 'a', 'toString=5'], /"toString" is not a limit/],
    [['partners', 'set-limits', 'a', 'analytics'], /analytics is "": give a whole number from 1 to 1000000/],
    [['partners', 'set-limits', 'a', 'analytics=0'], /from 1 to 1000000, or "default"/],
    [['partners', 'set-limits', 'a', 'analytics=1000001'], /from 1 to 1000000/],
    [['partners', 'set-limits', 'a', 'analytics=1.5'], /from 1 to 1000000/],
    [['partners', 'set-quotas', 'a'], /give NAME QUOTA=N…/],
    [['partners', 'set-quotas', 'a', 'speed=5'], /"speed" is not a quota: give one of tenants, /],
    [['partners', 'set-quotas', 'a', 'jobs=0'], /from 1 to 1000000000000, or "default"/],
  ]
  const check = async ([args, explanation]: [string[], RegExp]) => {
    const { code, stderr } = await runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', ...args])
    t.is(code, 1, args.join(' '))
    t.regex(stderr, explanation)
  }
  await Promise.all(cases.map((each) => atOnce(check, each)))
  t.false(existsSync(DATA_DIR))
  const help = await runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', 'partners', '--help'])
  t.is(help.code, 0)
  t.regex(help.stdout, /partners create NAME/)
  const one = await runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', 'jobs', 'stuck', '--help'])
  t.regex(one.stdout, /^Example: npm run -s cli -- jobs stuck --minutes 15$/m)
})
