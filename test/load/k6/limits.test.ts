/**
 * `make load SCENARIO=limits` with k6, against a correct server and against servers with a planted fault. Takes four
 * minutes with `make test FILE=test/load/k6`. Not part of the gate, because its machine may have no k6.
 */
import test, { type ExecutionContext } from 'ava'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CouldNotRun } from '../../../load/runner/could-not-run.ts'
import { findK6 } from '../../../load/runner/k6.ts'
import { exitCodes, type Outcome, type Verdict } from '../../../load/verdict/outcome.ts'
import { defaultContract } from '../contract.ts'
import { extraToken, plant, sharedBy, shifted, type Lie } from '../lies.ts'
import { startHarness } from '../../support/harness.ts'

const root = join(import.meta.dirname, '../../..')
const buckets = Object.keys(defaultContract.limits.buckets)
/** One message for each part of the scenario. */
const partners = 6

type Judged = { code: number; verdict: Verdict; broken: string[]; said: string }

/**
 * Runs the scenario and returns its verdict on a server. `lie` plants the fault, and is passed the ids of the two
 * partners whose buckets are filled.
 */
async function judge(t: ExecutionContext, lie?: (one: string, other: string) => Lie): Promise<Judged> {
  t.timeout(10 * 60_000) // because a run takes a minute on an idle machine
  const { server, client } = await startHarness(t, { settings: { LOG_LEVEL: 'error' } })
  const clients = []
  for (let number = 0; number < partners; number += 1) clients.push(await client({ limits: 'default' }))
  if (lie) plant(server.services, lie(clients[0]!.partnerId, clients[1]!.partnerId))
  const OUT = mkdtempSync(join(tmpdir(), 'screening-load-'))
  t.teardown(() => rmSync(OUT, { recursive: true }))
  const KEY = clients.map(({ key }) => key).join(',')
  const env = { ...process.env, SCENARIO: 'limits', BASE: server.url as string, KEY, OUT }
  const { code, stderr } = await new Promise<{ code: number; stderr: string }>((resolve) =>
    execFile('node', ['load/run.ts'], { cwd: root, env }, (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stderr }),
    ),
  )
  t.log(stderr.trim().split('\n').at(-1))
  const summary = JSON.parse(readFileSync(join(OUT, 'summary.json'), 'utf8')) as Outcome & { verdict: Verdict }
  const broken = summary.checks.filter(({ held }) => !held)
  const said = broken.map(({ name, detail }) => `${name}: ${detail}`).join('\n')
  return { code, broken: broken.map(({ name }) => name), said, verdict: summary.verdict }
}

/** Finds k6 on PATH, or builds it once as `make load` does. Returns the reason if that fails, or null. */
function whyNoK6(): string | null {
  try {
    findK6(process.env.PATH ?? '', join(root, '.tools'), console.log)
    return null
  } catch (error) {
    if (error instanceof CouldNotRun) return error.message
    throw error
  }
}

const missing = whyNoK6()
if (missing !== null)
  test('k6 is available', (t) => {
    if (process.env.CI === 'true') t.fail(missing)
    else t.log(missing)
    t.pass()
  })
else {
  test.serial('a correct server passes', async (t) => {
    const { code, verdict, broken, said } = await judge(t)
    t.deepEqual(broken, [], said)
    // On a busy machine, k6 is late, which makes a run INVALID but fails no check.
    t.not(verdict, 'not held')
    t.is(code, exitCodes[verdict])
  })

  test.serial('one request too many is detected in every bucket', async (t) => {
    const { verdict, code, broken, said } = await judge(t, () => extraToken)
    t.deepEqual(
      buckets.filter((name) => !broken.includes(name)),
      [],
      said,
    )
    t.regex(said, /read_and_ops: .*: 21 of \d+ let through instead of 20/)
    t.is(code, exitCodes[verdict])
    t.not(verdict, 'held')
  })

  test.serial('a window that is shifted by 100 ms is detected', async (t) => {
    const { verdict, broken, said } = await judge(t, () => shifted(100))
    t.true(broken.includes('read_and_ops'), said)
    t.regex(said, /read_and_ops: .*misses the moment of its request/)
    t.not(verdict, 'held')
  })

  test.serial('a bucket that two partners share is detected', async (t) => {
    const { verdict, broken, said } = await judge(t, sharedBy)
    t.deepEqual(
      buckets.filter((name) => !broken.includes(name)),
      [],
      said,
    )
    t.regex(said, /let through instead of/)
    t.not(verdict, 'held')
  })
}
