/**
 * The long form of the chaos suite, 20 rounds of each fault: `node test/tools/chaos.ts [lane [ava's options]]`.
 *
 * Two lanes run concurrently, and the cluster's lane runs after them. A lane runs one scene at a time. Each lane has
 * its own services, which its scenes may stop. Most of the time is spent waiting for outages to end. Uses
 * `<repository>/.services/chaos-<lane>/`. Prints a line for each fault: rounds, jobs, times, violations.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installMissing } from './services/packages.ts'

/** Scenes in which the service's dependencies fail. */
const outages = 'test/chaos/{broker,dependencies,provider}.test.ts'
/** Lanes that each take about an hour. */
const lanes: Record<string, string[]> = {
  outages: [outages],
  others: ['test/chaos/*.test.ts', `!${outages}`],
  galera: ['test/chaos/{galera,conflicts}.test.ts'],
}
/** The lane for the three-node cluster, which needs the whole machine and therefore runs last. */
const last = 'galera'

/** Runs a command, prints each line of its output after the lane's name, and returns the exit code. */
async function run(lane: string, command: string, argv: string[]): Promise<number> {
  const SERVICES_FOLDER = join(import.meta.dirname, '../../.services', `chaos-${lane}`)
  const engines = lane === 'galera' ? { ENGINES: 'galera', TEST_BACKEND: 'services' } : {}
  const env = { CHAOS_ROUNDS: '20', ...process.env, ...engines, SERVICES_FOLDER }
  const child = spawn(command, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit') as Promise<[number | null]>
  for await (const line of createInterface({ input: child.stdout })) if (line.trim()) console.log(`${lane} | ${line}`)
  return (await ended)[0] ?? 1
}

async function runLane(lane: string, options: string[]): Promise<void> {
  const services = (verb: string) => run(lane, 'node', ['test/tools/services/services.ts', verb])
  try {
    const code =
      (await services('start')) ||
      (await run(lane, 'ava', ['--concurrency', '1', '--timeout', '60m', ...(lanes[lane] ?? []), ...options]))
    console.log(`${lane} | ${code === 0 ? 'all faults survived' : `ended with code ${code}`}`)
    process.exitCode ||= code
  } finally {
    await services('stop')
  }
}

// Ctrl-C also reaches the child processes. The services are stopped after them.
process.on('SIGINT', () => {})
const [only, ...options] = process.argv.slice(2)
if (only !== undefined && !(only in lanes)) throw new Error(`a lane is one of ${Object.keys(lanes).join(', ')}`)
try {
  // Runs once, before the lanes, because each lane would install what is missing, and apt-get refuses to run twice at
  // once.
  installMissing()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
const chosen = Object.keys(lanes).filter((lane) => only === undefined || only === lane)
await Promise.all(chosen.filter((lane) => lane !== last).map((lane) => runLane(lane, options)))
if (chosen.includes(last)) await runLane(last, options)
