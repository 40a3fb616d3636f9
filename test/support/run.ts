/**
 * Runs the suites and counts them: all tests on the embedded default, then the end-to-end tests on the services. The
 * chaos suite has a run of its own: `make chaos`.
 *
 *   node test/support/run.ts          ends with "N passed, N failed"
 *
 * Services that are not running are started, and ended again. Where they cannot be had, one line says so; with CI=true
 * that is a failure.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { findServices, startServices, stopServices } from './services.ts'

type Count = { passed: number; failed: number }

/** One run of ava; what fails is printed as it comes. */
async function run(backend: 'embedded' | 'services', files: string[]): Promise<Count> {
  console.log(`\nTests on the ${backend === 'embedded' ? 'embedded default' : 'services'}`)
  const child = spawn('ava', ['--tap', ...files], {
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
  console.log(`${backend}: ${count.passed} passed, ${count.failed} failed`)
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
  counts.push(await run('embedded', globSync('test/**/*.test.ts', { exclude: ['test/chaos/**'] })))
  if (services) counts.push(await run('services', ['test/end-to-end/**/*.test.ts']))
  else if (process.env.CI === 'true') counts.push({ passed: 0, failed: 1 })
} finally {
  await services?.end()
}
const sum = (name: keyof Count) => counts.reduce((total, count) => total + count[name], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
