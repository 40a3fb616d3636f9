/**
 * Runs all tests that call the service once through the independent validator Prism. Fails if a response breaks the
 * contract, or if a request that breaks the contract is accepted.
 *
 *     node test/tools/witnesses/prism/command.ts [files or folders of tests]
 *
 * Requests to `client.url` go through Prism; bytes that are not HTTP, which Prism cannot forward, go to
 * `harness.server.url`. A test that checks headers which Prism rewrites fails here and proves nothing, so the tests'
 * own results do not count. Exits with 0 if nothing was violated, 1 if something was or a file did not finish, 2 if npm
 * is missing on this machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { installNode, MissingTool, root } from '../tools.ts'
import type { Judgement } from './proxy.ts'

/** The folders with tests that call the service as a partner does. */
const suites = ['app/http', 'client', 'end-to-end', 'features', 'neighbours', 'platform/contract'].map(
  (name) => `test/${name}`,
)
/** Tests that send input with which Prism fails: bytes that break HTTP or a server, or 8 MiB a second. */
const notForPrism = ['test/end-to-end/contract-fuzz.test.ts', 'test/neighbours/bodies.test.ts']
/** How long a file may run without progress. */
const idleMax = '5m'
/** How many different violations are shown. */
const shownMax = 50

type Account = { file: string; isWhole: boolean; judgements: Judgement[] }

/** Runs a file's tests through Prism. */
async function witness(file: string, folder: string): Promise<Account> {
  const log = join(folder, file.replaceAll('/', '-'))
  const env = { ...process.env, WITNESS: join(import.meta.dirname, 'proxy.ts'), WITNESS_LOG: log }
  const child = spawn('ava', ['--timeout', idleMax, file], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  const isWhole = /^ *\d+ tests? (passed|failed)/m.test(said) && !/Timed out|tests? remained pending/.test(said)
  console.log(`${file}: ${lines.length} answers${isWhole ? '' : ', not to its end'}`)
  return { file, isWhole, judgements: lines.map((line) => JSON.parse(line) as Judgement) }
}

/** Returns the server's faults: violations in a response, or in a request that the server accepted. */
function flawsOf({ call, status, violations }: Judgement): string[] {
  return violations
    .filter(({ severity }) => severity === 'Error')
    .filter(({ location = [] }) => location[0] === 'response' || status < 400)
    .map(({ location = [], message }) => `${call.split('?')[0]} → ${status}: ${location.join('/')}: ${message}`)
}

const folder = mkdtempSync(join(tmpdir(), 'screening-prism-'))
try {
  await installNode('prism', ['@stoplight/prism-cli@5.16.0'])
  const chosen = process.argv.slice(2)
  const all = (chosen.length > 0 ? chosen : suites).flatMap((path) =>
    globSync(path.endsWith('.test.ts') ? path : `${path}/**/*.test.ts`),
  )
  const files = all.filter((file) => !notForPrism.includes(file))
  const accounts = await pLimit(availableParallelism()).map(files, (file) => witness(file, folder))
  const judgements = accounts.flatMap((account) => account.judgements)
  const flaws = judgements.flatMap(flawsOf)
  const unfinished = accounts.filter(({ isWhole }) => !isWhole)
  for (const flaw of [...new Set(flaws)].slice(0, shownMax)) console.log(flaw)
  for (const { file } of unfinished) console.log(`${file} did not finish`)
  console.log(`${judgements.length} answers of ${files.length} files through Prism, ${flaws.length} violations`)
  process.exitCode = flaws.length + unfinished.length === 0 && judgements.length > 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof MissingTool)) throw error
  console.error(`The tests did not run through Prism: ${error.message}.`)
  process.exitCode = 2
} finally {
  rmSync(folder, { recursive: true })
}
