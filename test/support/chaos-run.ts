/**
 * The long form of the chaos suite: `node test/support/chaos-run.ts [ava's options]`, with services of its own that it
 * may stop, one scene at a time.
 *
 * Owns `<repository>/.services/chaos/`. Prints a line for each fault: rounds, jobs, times, violations.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Before the services' own modules are loaded: they read it once. */
process.env.SERVICES_FOLDER = join(import.meta.dirname, '../../.services/chaos')
const { startServices, stopServices } = await import('./services.ts')

await startServices()
try {
  const child = spawn(
    'ava',
    ['--concurrency', '1', '--timeout', '60m', 'test/chaos/*.test.ts', ...process.argv.slice(2)],
    {
      env: { CHAOS_ROUNDS: '20', ...process.env },
      stdio: 'inherit',
    },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  await stopServices()
}
