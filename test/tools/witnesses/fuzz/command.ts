/**
 * Runs Schemathesis in all its phases against a server: everything that the contract allows is accepted, everything
 * that it forbids is refused, and every response is as documented, except for what `allowed.toml` lists.
 *
 *     SEED=1 node test/tools/witnesses/fuzz/command.ts     repeats the run that printed this seed
 *
 * Exits with 0 if no other fault is found, 1 if one is, 2 if Python is missing on this machine.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSubject, type Subject } from '../server.ts'
import { installPython, MissingTool } from '../tools.ts'

const packages = ['schemathesis==4.32.5']
const seed = process.env.SEED || String(randomInt(2 ** 31))
/** How many cases are tried for an operation in each phase. */
const examples = process.env.EXAMPLES || '50'

const phases = [
  ['--phases', 'examples,coverage,fuzzing'],
  // Stateful tests pass ids from one request to the next, which works only within one tenant. They must not revoke
  // their own key, because all later requests would fail.
  ['--phases', 'stateful', '--header', 'X-Tenant-Id: acme', '--exclude-operation-id', 'revokeApiKey'],
]

/** Runs one set of phases. @returns the exit code */
async function fuzz(programs: string, { url, key }: Subject, phase: string[]): Promise<number> {
  const words = ['run', `${url}/openapi.json`, '--header', `Authorization: Bearer ${key}`, '--seed', seed, ...phase]
  const all = [...words, '--max-examples', examples, '--continue-on-failure', '--warnings', 'off']
  // Runs in a new folder, because state that one run stores would change the next run.
  const cwd = mkdtempSync(join(tmpdir(), 'screening-fuzz-'))
  const env = {
    ...process.env,
    PYTHONPATH: import.meta.dirname,
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const child = spawn(join(programs, 'schemathesis'), all, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  rmSync(cwd, { recursive: true })
  return code ?? 1
}

try {
  const programs = await installPython('fuzz', packages)
  const subject = await startSubject()
  console.log(`seed ${seed}`)
  for (const phase of phases) process.exitCode = (await fuzz(programs, subject, phase)) || process.exitCode
  await subject.stop()
} catch (error) {
  if (!(error instanceof MissingTool)) throw error
  console.error(`The contract was not fuzzed: ${error.message}.`)
  process.exitCode = 2
}
