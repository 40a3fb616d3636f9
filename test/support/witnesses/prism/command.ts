/**
 * The end-to-end suite and that of the features once through Prism, a validator that others wrote: fails at an answer
 * that breaks the contract, and at a request that breaks it and is accepted.
 *
 *   node test/support/witnesses/prism/command.ts [files or folders of tests]
 *
 * A test that looks at headers which Prism rewrites fails here and proves nothing, so the tests' own outcomes do not
 * count. Ends with 0 when nothing was violated, 1 when something was, 2 when npm is missing here.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { installNode, MissingTool, root } from '../tools.ts'
import type { Judgement } from './proxy.ts'

/** How many different violations are shown. */
const shownMax = 50

/** Runs the tests through Prism. @returns what it said, an entry for each answer */
async function witness(files: string[], folder: string): Promise<Judgement[]> {
  const log = join(folder, 'judgements')
  const env = { ...process.env, WITNESS: join(import.meta.dirname, 'proxy.ts'), WITNESS_LOG: log }
  const words = ['--timeout', '10m', '--concurrency', '2', ...files]
  const child = spawn('ava', words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (!/^ *\d+ tests? (passed|failed)/m.test(said)) throw new Error(`ava did not come to its end:\n${said}`)
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Judgement)
}

/** What speaks against the server: a flaw of its answer, or one of a request that it accepted. */
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
  const judgements = await witness(chosen.length > 0 ? chosen : ['test/end-to-end', 'test/features'], folder)
  const flaws = judgements.flatMap(flawsOf)
  for (const flaw of [...new Set(flaws)].slice(0, shownMax)) console.log(flaw)
  console.log(`${judgements.length} answers through Prism, ${flaws.length} violations`)
  process.exitCode = flaws.length === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof MissingTool)) throw error
  console.error(`Prism was not asked: ${error.message}.`)
  process.exitCode = 2
} finally {
  rmSync(folder, { recursive: true })
}
