import test, { type ExecutionContext } from 'ava'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sendRaw } from './support/raw-http.ts'
import { privateFolder, runProcess, startProcess } from './support/process.ts'

async function cli(t: ExecutionContext, DATA_DIR: string, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await runProcess(t, { DATA_DIR }, ['npm', 'run', '-s', 'cli', '--', ...args])
  t.is(code, 0, stderr)
  t.is(stderr, '')
  return JSON.parse(stdout)
}

test('partners and keys are made, listed and revoked beside a running server', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  const server = await startProcess(t, { DATA_DIR })
  const partner = await cli(t, DATA_DIR, 'partners', 'create', 'Acme ATS')
  t.is(partner.name, 'Acme ATS')
  t.regex(partner.partnerId, /^p_/)
  const made = await cli(t, DATA_DIR, 'keys', 'create', '--partner', 'Acme ATS', '--environment', 'sandbox')
  t.regex(made.key, /^sk_test_\w{38}$/)
  const status = async () =>
    (
      await sendRaw(
        server.url,
        `GET /v1/jobs/a/criteria HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${made.key}\r\nX-Tenant-Id: a\r\n\r\n`,
      )
    ).status
  t.is(await status(), 404, 'the key works at once')
  const listed = (await cli(t, DATA_DIR, 'keys', 'list')).find(({ keyId }: { keyId: string }) => keyId === made.keyId)
  t.is(listed.partner, 'Acme ATS')
  t.is(listed.lastFour, made.key.slice(-4))
  t.is(listed.revokedAt, null)
  t.false(JSON.stringify(listed).includes(made.key))
  t.true((await cli(t, DATA_DIR, 'keys', 'revoke', made.keyId)).revoked)
  while ((await status()) !== 401) await new Promise((resolve) => setTimeout(resolve, 100))
  t.truthy(
    (await cli(t, DATA_DIR, 'keys', 'list')).find(({ keyId }: { keyId: string }) => keyId === made.keyId).revokedAt,
  )
})

test('migrate says what it applied, and nothing the second time', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  t.deepEqual((await cli(t, DATA_DIR, 'migrate')).applied, ['0001-main-job.ts'])
  t.deepEqual((await cli(t, DATA_DIR, 'migrate')).applied, [])
})

test('a command that cannot be done explains itself on standard error, with exit code 1', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'data')
  await cli(t, DATA_DIR, 'partners', 'create', 'a')
  for (const [args, explanation] of [
    [['partners', 'create', 'a'], /there is a partner "a" already/],
    [['partners', 'create'], /give NAME/],
    [['partners', 'create', ' '], /1 to 100 characters/],
    [['keys', 'create', '--partner', 'b', '--environment', 'sandbox'], /no partner "b"/],
    [['keys', 'create', '--partner', 'a', '--environment', 'moon'], /sandbox or production/],
    [['keys', 'create', '--partner', 'a'], /--environment/],
    [['keys', 'revoke', 'key_x'], /no key "key_x"/],
    [['keys', 'steal'], /unknown command "keys steal"/],
    [['keys', 'list', '--all'], /--all/],
  ] as [string[], RegExp][]) {
    const { code, stdout, stderr } = await runProcess(t, { DATA_DIR }, ['npm', 'run', '-s', 'cli', '--', ...args])
    t.is(code, 1, args.join(' '))
    t.is(stdout, '')
    t.regex(stderr, explanation)
  }
})

test('words that cannot be a command touch no data', async (t) => {
  const DATA_DIR = join(privateFolder(t), 'never')
  for (const args of [['keys', 'create', '--bogus'], ['keys', 'list', 'extra'], ['nonsense']]) {
    t.is((await runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', ...args])).code, 1)
  }
  t.false(existsSync(DATA_DIR))
  const help = await runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', 'partners', '--help'])
  t.is(help.code, 0)
  t.regex(help.stdout, /partners create NAME/)
})
