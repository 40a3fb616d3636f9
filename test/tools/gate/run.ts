/**
 * Runs the suites and counts the results: all tests on the embedded default, tests that use the services once more on
 * the services, and the short form of the chaos suite. `make chaos` is the long form.
 *
 *     node test/tools/gate/run.ts                                 ends with "N passed, N failed"
 *     node test/tools/gate/run.ts --checks                        types, formats and the contract in addition to the
 *     tests
 *     node test/tools/gate/run.ts --backend services <path> …     only these files or folders; embedded by default
 *     node test/tools/gate/run.ts --times                         lists how long each file took
 *
 * Starts the services if a suite needs them and they are not running, and stops what it started. If they cannot be
 * installed, one line says so, and with CI=true the run fails.
 */
import { parseArgs } from 'node:util'
import { findServices, stopServices } from '../services/services.ts'
import { run, type Outcome, type Time } from './ava.ts'
import { checks, chosenFiles, isTimed, order, wholeSuite, type Item, type Suite } from './items.ts'
import { runAll, type Ended } from './queue.ts'

const titles: Record<Suite, string> = {
  embedded: 'on the embedded default',
  services: 'on the services',
  chaos: 'chaos, short form',
}
const isCi = process.env.CI === 'true'

type Asked = { items: Item[]; listsTimes: boolean }

/** Reads the command line. @throws Error that says what is wrong with it */
function readArguments(): Asked {
  const { values, positionals } = parseArgs({
    options: { backend: { type: 'string' }, checks: { type: 'boolean' }, times: { type: 'boolean' } },
    allowPositionals: true,
  })
  const { backend } = values
  if (backend !== undefined && backend !== 'embedded' && backend !== 'services')
    throw new Error(`"${backend}" is not a backend: use embedded or services`)
  const inSuite = (item: Item) =>
    !('files' in item) || backend === undefined || (item.suite === 'embedded') === (backend === 'embedded')
  const tests = positionals.length > 0 ? chosenFiles(positionals, backend ?? 'embedded') : wholeSuite().filter(inSuite)
  return { items: order([...(values.checks ? checks : []), ...tests]), listsTimes: values.times === true }
}

/**
 * Starts the services for the tests, and prints one line if that is not possible. Runs in its own process, because
 * installing the services blocks. `end` stops the services that were started here.
 */
async function openServices(): Promise<{ end: () => Promise<unknown> } | null> {
  if (findServices()) return { end: async () => {} }
  const { failed, report } = await run({ seconds: 0, command: ['node', 'test/tools/services/services.ts', 'start'] })
  if (failed === 0) return { end: stopServices }
  console.log(`The tests on MariaDB and RabbitMQ did not run: ${report.join('\n')}`)
  return null
}

const againMax = 12

/**
 * If files failed while others were running, runs them once more, alone, and prints both runs. The result of the second
 * run is used, because a test sometimes times out on a busy machine; the file is listed. If many files fail, there is
 * no second run, because it would only hide what is broken. Chaos scenes are never run again.
 */
async function runAgain(ended: Ended[]): Promise<Ended[]> {
  const failures = ended.filter(isTests).filter(({ outcome }) => outcome.failed > 0)
  const again = failures.flatMap(({ item, outcome: { failedFiles } }) =>
    failedFiles.map((file) => ({ ...item, files: [file] })),
  )
  if (again.length === 0 || again.length > againMax || ranAlone(ended)) return []
  const outcomes: Ended[] = []
  console.log('\nFailed files run again, one after the other:')
  await runAll(again, Promise.resolve(true), (one) => (tell(one), outcomes.push(one)), 1)
  return outcomes
}

function nameOf(item: Item): string {
  if (!('files' in item)) return item.command.join(' ')
  const [first = '', ...others] = item.files
  return `${titles[item.suite]}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

function tell({ item, outcome }: Ended): void {
  if (outcome.report.length > 0) console.log(`\n${nameOf(item)}\n${outcome.report.join('\n')}`)
}

const sumOf = (ended: Ended[], name: 'passed' | 'failed' | 'skipped') =>
  ended.reduce((total, { outcome }) => total + outcome[name], 0)

/** Prints a line for each suite that ran. */
function tellCounts(ended: Ended[]): void {
  for (const [suite, title] of Object.entries(titles)) {
    const own = ended.filter(({ item }) => 'files' in item && item.suite === suite)
    const skipped = sumOf(own, 'skipped')
    if (own.length === 0) continue
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(`${title}: ${sumOf(own, 'passed')} passed, ${sumOf(own, 'failed')} failed${left}`)
  }
}

/** Prints the files, the longest one first. */
function tellTimes(outcomes: Outcome[]): void {
  const line = ({ seconds, cpuSeconds, portion, suite, file }: Time) => {
    const cpu = cpuSeconds === null ? '' : (cpuSeconds / portion).toFixed(1)
    return `${seconds.toFixed(1).padStart(7)} ${cpu.padStart(7)}${portion > 1 ? '~' : ' '} ${suite} ${file}`
  }
  console.log('\nSeconds, and seconds of CPU (~ the mean of files that share a process):')
  const times = outcomes.flatMap((outcome) => outcome.times)
  for (const time of times.sort((one, other) => other.seconds - one.seconds)) console.log(line(time))
}

function readOrExit(): Asked {
  try {
    return readArguments()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

const { items, listsTimes } = readOrExit()
const started = performance.now()
const ended: Ended[] = []
const opening = items.some((item) => 'files' in item && item.suite !== 'embedded') ? openServices() : null
try {
  const hasServices = opening?.then((services) => services !== null) ?? Promise.resolve(true)
  const note = (one: Ended) => (tell(one), ended.push(one))
  const [timed, others] = [items.filter(isTimed), items.filter((item) => !isTimed(item))]
  await runAll(others, hasServices, note)
  await runAll(timed, hasServices, note, 1)
  const again = await runAgain(ended)
  const saved = again.filter(({ outcome }) => outcome.failed === 0)
  const isIncomplete = isCi && !(await hasServices)
  console.log('')
  tellCounts(ended)
  if (listsTimes) tellTimes(ended.map(({ outcome }) => outcome))
  for (const { item } of saved) console.log(`passed only on its second run: ${nameOf(item)}`)
  // A test that failed first and then passed is counted as passed.
  const forgiven = again.length > 0 ? Math.max(0, sumOf(ended.filter(isTests), 'failed') - sumOf(again, 'failed')) : 0
  const failed = sumOf(ended, 'failed') - forgiven + (isIncomplete ? 1 : 0)
  console.log(`in ${minutesSince(started)}`)
  console.log(`\n${sumOf(ended, 'passed') + forgiven} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await (await opening)?.end()
}

/** Returns whether the run had only one file, which has therefore already run alone. */
function ranAlone(ended: Ended[]): boolean {
  return ended.length === 1 && ended.every(({ item }) => 'files' in item && item.files.length === 1)
}

function isTests({ item }: Ended): boolean {
  return 'files' in item && item.suite !== 'chaos'
}

function minutesSince(start: number): string {
  return `${((performance.now() - start) / 60_000).toFixed(1)} min`
}
