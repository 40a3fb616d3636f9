/**
 * Runs the suites and counts them: all tests on the embedded default, those of features, of whole requests and of
 * slow hosts on the services too, and the short form of the chaos suite; its long form is `make chaos`.
 *
 *   node test/tools/run.ts                                 ends with "N passed, N failed"
 *   node test/tools/run.ts --backend services <path> …     these files or folders alone; embedded unless it is given
 *
 * Starts the services when a part needs them and they are not running, and stops what it started. Where they cannot be
 * had, one line says so; with CI=true that is a failure.
 */
import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { findServices, startServices, stopServices } from './services/services.ts'

type Backend = 'embedded' | 'services'
type Part = { title: string; backend: Backend; files: string[]; atOnce: number }
type Count = { passed: number; failed: number }
type Outcome = Count & { failedFiles: string[] }

/** A file waits a third of its time for commits, timers and time-outs: one more than the cores keeps them busy. */
const filesAtOnce = availableParallelism() + 1
/** Each runs four processes of the service and their outside. */
const scenesAtOnce = Math.ceil(availableParallelism() / 2)
/** Compiling its imports is half the work of a short file. */
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/node-compile-cache')

const isChaos = (file: string) => file.startsWith('test/chaos/')
/** They take minutes and k6, which the gate's machine may lack: they run when they are named. */
const isByName = (file: string) => file.startsWith('test/load/k6/')
const onEmbedded = (files: string[]): Part => ({
  title: 'all on the embedded default',
  backend: 'embedded',
  files,
  atOnce: filesAtOnce,
})
const onServices = (files: string[]): Part => ({
  title: 'on the services',
  backend: 'services',
  files,
  atOnce: filesAtOnce,
})
const asScenes = (files: string[]): Part => ({
  title: 'chaos, short form',
  backend: 'services',
  files: files.filter(isChaos),
  atOnce: scenesAtOnce,
})

function wholeSuite(): Part[] {
  const files = globSync('test/**/*.test.ts').filter((file) => !isByName(file))
  const ordinary = files.filter((file) => !isChaos(file))
  const onBoth = ordinary.filter((file) => /^test\/(features|end-to-end|neighbours\/slow-hosts)/.test(file))
  return [onEmbedded(ordinary), onServices(onBoth), asScenes(files)]
}

function chosenFiles(paths: string[], backend: Backend): Part[] {
  const files = [...new Set(paths.flatMap(listTests))]
  const ordinary = files.filter((file) => !isChaos(file))
  const part = backend === 'services' ? onServices(ordinary) : onEmbedded(ordinary)
  return [{ ...part, title: part.title.replace('all ', '') }, asScenes(files)].filter((each) => each.files.length > 0)
}

/** A test file, or the test files of a folder. @throws Error that says what is wrong with the path */
function listTests(path: string): string[] {
  const inside = relative('', path)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`${path} does not exist`)
  const files = found.isDirectory()
    ? globSync(`${inside}/**/*.test.ts`)
    : [inside].filter((name) => name.endsWith('.test.ts'))
  if (files.length === 0) throw new Error(`${path} holds no test: test files end in .test.ts`)
  return files
}

/** What the command line asks for. @throws Error that says what is wrong with it */
function readArguments(): Part[] {
  const { values, positionals } = parseArgs({ options: { backend: { type: 'string' } }, allowPositionals: true })
  const { backend } = values
  if (backend !== undefined && backend !== 'embedded' && backend !== 'services')
    throw new Error(`"${backend}" is not a backend: use embedded or services`)
  if (positionals.length > 0) return chosenFiles(positionals, backend ?? 'embedded')
  return wholeSuite().filter((part) => backend === undefined || part.backend === backend)
}

/** One run of ava; prints failures as they come. */
async function run({ title, backend, files, atOnce }: Part): Promise<Outcome> {
  console.log(`\nTests: ${title}`)
  const child = spawn('ava', ['--tap', '--concurrency', String(atOnce), ...files], {
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, TEST_BACKEND: backend },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const count: Count = { passed: 0, failed: 0 }
  // Scenes of the long form alone, and what this backend does not have.
  let skipped = 0
  const failedFiles = new Set<string>()
  let explaining = false
  for await (const line of createInterface({ input: child.stdout })) {
    if (/^(not )?ok /.test(line)) explaining = false
    if (/^ok .* # SKIP$/.test(line)) skipped += 1
    else if (/^ok /.test(line)) count.passed += 1
    if (/^not ok /.test(line)) {
      count.failed += 1
      explaining = true
      for (const file of files) if (isNamedIn(line, file)) failedFiles.add(file)
    }
    if (explaining) console.log(line)
  }
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('exit', resolve)))
  if (code !== 0 && count.failed === 0) count.failed = 1
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(`${title}: ${count.passed} passed, ${count.failed} failed${left}`)
  return { ...count, failedFiles: [...failedFiles] }
}

/** Whether ava's line names a test of `file`: it puts the path, without what all files share, before the title. */
function isNamedIn(line: string, file: string): boolean {
  const steps = file.replace(/\.test\.ts$/, '').split('/')
  return steps.some((_, from) => line.includes(` - ${steps.slice(from).join(' › ')} › `))
}

/** More than these are no accident of a busy machine. */
const againMax = 3

/**
 * One run, and once more what failed beside other files: three files on two cores starve a test of its time-outs now
 * and then, which says nothing about the service. Both runs are printed, and the second counts. Scenes of chaos get no
 * second chance: what they lose once is lost.
 */
async function runFairly(part: Part): Promise<Count> {
  const { passed, failed, failedFiles } = await run(part)
  const isAccident = failedFiles.length > 0 && failedFiles.length <= againMax && !part.files.every(isChaos)
  if (!isAccident || part.files.length === failedFiles.length) return { passed, failed }
  const again = await run({
    ...part,
    title: `again, one after the other: ${failedFiles.join(' ')}`,
    files: failedFiles,
    atOnce: 1,
  })
  // A test that failed, and passes now, moves from one count to the other.
  return { passed: passed + failed - again.failed, failed: again.failed }
}

/** Services for the tests, or null and one line where there can be none. `end` stops what was started here. */
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

async function runAll(parts: Part[]): Promise<Count[]> {
  if (!parts.some(({ backend }) => backend === 'services')) return runInTurn(parts)
  const services = await openServices()
  try {
    const counts = await runInTurn(parts.filter(({ backend }) => services !== null || backend === 'embedded'))
    const isIncomplete = services === null && process.env.CI === 'true'
    return isIncomplete ? [...counts, { passed: 0, failed: 1 }] : counts
  } finally {
    await services?.end()
  }
}

async function runInTurn(parts: Part[]): Promise<Count[]> {
  const counts: Count[] = []
  for (const part of parts) counts.push(await runFairly(part))
  return counts
}

function readOrExit(): Part[] {
  try {
    return readArguments()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

const counts = await runAll(readOrExit())
const sum = (name: keyof Count) => counts.reduce((total, count) => total + count[name], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
