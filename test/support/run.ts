/**
 * Runs the suites and counts them: all tests on the embedded default, the end-to-end tests on the services, and the
 * short form of the chaos suite, one scene at a time; its long form is `make chaos`.
 *
 *   node test/support/run.ts          ends with "N passed, N failed"
 *
 * Services that are not running are started, and ended again. Where they cannot be had, one line says so; with CI=true
 * that is a failure.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { findServices, startServices, stopServices } from './services/services.ts'

type Count = { passed: number; failed: number }

/** One run of ava; what fails is printed as it comes. */
async function run(title: string, backend: 'embedded' | 'services', argv: string[]): Promise<Count> {
  console.log(`\nTests: ${title}`)
  const child = spawn('ava', ['--tap', ...argv], {
    env: { ...process.env, TEST_BACKEND: backend },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const count: Count = { passed: 0, failed: 0 }
  let explaining = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (/^(not )?ok /.test(line)) explaining = false
    if (/^ok /.test(line)) count.passed += 1
    if (/^not ok /.test(line)) {
      count.failed += 1
      explaining = true
    }
    if (explaining) console.log(line)
  }
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('exit', resolve)))
  if (code !== 0 && count.failed === 0) count.failed = 1
  console.log(`${title}: ${count.passed} passed, ${count.failed} failed`)
  return count
}

/** Services for the tests, or null and one line where there can be none. `end` ends what was started here. */
async function openServices(): Promise<{ end: () => Promise<unknown> } | null> {
  if (findServices()) return { end: async () => {} }
  try {
    await startServices()
    return { end: stopServices }
  } catch (error) {
    console.log(`The tests on MariaDB and RabbitMQ did not run: ${(error as Error).message}`)
    return null
  }
}

const services = await openServices()
const counts: Count[] = []
try {
  const embedded = globSync('test/**/*.test.ts', { exclude: ['test/chaos/**'] })
  counts.push(await run('all on the embedded default', 'embedded', embedded))
  if (services) {
    counts.push(
      await run('end to end on the services', 'services', [
        'test/features/**/*.test.ts',
        'test/end-to-end/**/*.test.ts',
      ]),
    )
    counts.push(await run('chaos, short form', 'services', ['--concurrency', '1', 'test/chaos/*.test.ts']))
  } else if (process.env.CI === 'true') counts.push({ passed: 0, failed: 1 })
} finally {
  await services?.end()
}
const sum = (name: keyof Count) => counts.reduce((total, count) => total + count[name], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
