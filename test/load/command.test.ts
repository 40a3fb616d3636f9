/** If `make load` cannot run, it prints one line with the fix and exits with 2. */
import test, { type ExecutionContext } from 'ava'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findK6 } from '../../load/runner/k6.ts'
import { readSettings } from '../../load/runner/settings.ts'
import { startHarness } from '../support/harness.ts'
import { document } from './contract.ts'

const root = join(import.meta.dirname, '../..')

function makeFolder(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'screening-load-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the command with a k6 that does nothing, because these runs are refused before k6 starts. */
async function runLoad(t: ExecutionContext, env: Record<string, string>, out = makeFolder(t)) {
  const k6 = join(makeFolder(t), 'k6')
  writeFileSync(k6, '#!/bin/sh\n')
  chmodSync(k6, 0o755)
  const PATH = `${dirname(k6)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  return new Promise<{ code: unknown; lines: string[] }>((resolve) =>
    execFile('node', ['load/run.ts'], { cwd: root, env: { PATH, OUT: out, ...env } }, (error, _, stderr) => {
      t.notRegex(stderr, /^ +at /m, 'one readable line without a stack trace')
      resolve({ code: error?.code ?? 0, lines: stderr.trim().split('\n') })
    }),
  )
}

const key = `sk_test_${'a'.repeat(38)}`

for (const [title, env, said] of [
  ['an unknown scenario', { SCENARIO: 'smoky' }, /^SCENARIO is "smoky": give one or more of smoke, average/],
  ['an unknown backend', { BACKEND: 'oracle' }, /^BACKEND is "oracle": give embedded or services$/],
  ['an invalid address', { BASE: 'example', KEY: key }, /^BASE is "example": give http\(s\):/],
  ['a remote server without a confirmation', { BASE: 'https://a.invalid', KEY: key }, /say REMOTE=yes/],
  ['a live key', { BASE: 'http://127.0.0.1:1', KEY: 'sk_live_secret' }, /^KEY is a live key: .* \(sk_test_…\)$/],
  ['no key', { BASE: 'http://127.0.0.1:1' }, /^KEY must be a sandbox key/],
  ['an invalid port', { PORT: '70000' }, /^PORT is "70000": give a whole number from 1 to 65535$/],
] as const)
  test(`${title} is refused, and no key is printed`, (t) => {
    const error = t.throws(() => readSettings(env), { message: said })
    t.notRegex(error.message, /secret/)
  })

test('without k6, Go and Docker, one line says how to get k6', (t) => {
  const folder = makeFolder(t)
  t.throws(() => findK6(folder, folder, () => {}), { message: /^k6 is not here: install it .*, or Go or Docker/ })
})

test('a k6 that was built before is found', (t) => {
  const folder = makeFolder(t)
  writeFileSync(join(folder, 'k6'), '')
  t.deepEqual(
    findK6('', folder, () => {}),
    { command: join(folder, 'k6'), args: [] },
  )
})

test('a BASE at which nothing or another service responds is refused', async (t) => {
  const nothing = await runLoad(t, { BASE: 'http://127.0.0.1:1', KEY: key, SCENARIO: 'smoke' })
  t.is(nothing.code, 2)
  t.regex(
    nothing.lines.at(-1) as string,
    /^nothing answers at http:\/\/127\.0\.0\.1:1: start the server, or correct BASE$/,
  )
  const other = createServer((_, response) => response.end('<html>'))
  await once(other.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => other.close())
  const base = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const { code, lines } = await runLoad(t, { BASE: base, KEY: key, SCENARIO: 'smoke' })
  t.deepEqual([code, lines.at(-1)], [2, `${base} serves no contract at /openapi.json: correct BASE`])
})

test('a wrong KEY is refused, and a full disk is reported', async (t) => {
  const harness = await startHarness(t)
  const base = harness.server.url as string
  const wrong = await runLoad(t, { BASE: base, KEY: key, SCENARIO: 'smoke' })
  t.deepEqual([wrong.code, wrong.lines.at(-1)], [2, `${base} does not know the key: correct KEY`])
  const out = makeFolder(t)
  symlinkSync('/dev/full', join(out, 'plan.json'))
  const client = await harness.client()
  const full = await runLoad(t, { BASE: base, KEY: client.key, SCENARIO: 'smoke' }, out)
  t.is(full.code, 2)
  t.regex(
    full.lines.at(-1) as string,
    /^the disk is full \(.*\): free some space, or set OUT and TMPDIR to other folders$/,
  )
})

for (const OUT of ['/proc/none', '/proc/none/deeper', '/dev/null'])
  test(`OUT=${OUT} is refused, because no file can be created there`, async (t) => {
    const { code, lines } = await runLoad(t, { SCENARIO: 'smoke' }, OUT)
    t.is(code, 2)
    t.regex(lines.join(), new RegExp(`^no file can be made in OUT ${OUT} \\(E[A-Z]+\\): set OUT to another folder$`))
  })

test('a server without sandbox fixtures is refused', async (t) => {
  const server = createServer((request, response) => {
    const answers: [RegExp, object][] = [
      [/^\/openapi\.json/, document],
      [/^\/v1\/events/, { data: [], nextCursor: null }],
      [/\/scoring-jobs\/sj_1/, { status: 'failed', error: { code: 'RESUME_URL_BLOCKED' } }],
      [/\/scoring-jobs/, { scoringJobId: 'sj_1' }],
    ]
    const [, answer] = answers.find(([path]) => path.test(request.url as string)) ?? [null, {}]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, lines } = await runLoad(t, { BASE: base, KEY: key, SCENARIO: 'smoke' })
  t.is(code, 2)
  t.regex(
    lines.at(-1) as string,
    /^the sandbox's fixture failed with RESUME_URL_BLOCKED: the server needs sandbox fixtures/,
  )
})

test('a port that is in use is reported', async (t) => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const { code, lines } = await runLoad(t, { PORT: `${port}`, SCENARIO: 'smoke' })
  t.is(code, 2)
  t.regex(lines.at(-1) as string, new RegExp(`:${port} is taken: set PORT to another port`))
})
