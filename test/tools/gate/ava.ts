/** Runs one item of the queue to completion: a command, or some test files ("a portion") with ava. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Files, Item, Suite } from './items.ts'

/**
 * How long a file took by the wall clock. `cpuSeconds` is the CPU of all files that ran in the same process, and is
 * null if the system does not report it.
 */
export type Time = { suite: Suite; file: string; seconds: number; portion: number; cpuSeconds: number | null }
export type Outcome = {
  passed: number
  failed: number
  /**
   * How many tests were skipped: those that only run in the long form, and those that this backend does not support.
   */
  skipped: number
  failedFiles: string[]
  /** The output to show: the failures of tests, or everything that a command printed. */
  report: string[]
  times: Time[]
}

/** A compile cache. Without it, a short file would spend half of its time compiling the modules that it imports. */
const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/node-compile-cache')
/** Runs the files of `GATE_FILES` in one thread. */
const several = 'test/tools/gate/several.ts'
/** How many lines are shown if a run failed without a failed test. */
const lastLinesMax = 40
const pollMs = 500

/** Runs the item. A file's `seconds` are counted from the end of the previous file. */
export function run(item: Item): Promise<Outcome> {
  return 'files' in item ? runTests(item) : runCommand(item.command)
}

async function runCommand([command, ...args]: string[]): Promise<Outcome> {
  const child = spawn(command as string, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [report, code] = await Promise.all([linesOf(child), exitOf(child)])
  const failed = code === 0 ? 0 : 1
  return { passed: 1 - failed, failed, skipped: 0, failedFiles: [], report, times: [] }
}

async function runTests({ suite, files, sharesThread }: Files): Promise<Outcome> {
  const shared = sharesThread && files.length > 1
  const child = spawn('ava', ['--tap', '--concurrency', '1', ...(shared ? [several] : files)], {
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      TEST_BACKEND: suite === 'embedded' ? 'embedded' : 'services',
      ...(shared ? { GATE_FILES: files.join(' ') } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const cpu = watchCpu(child)
  const exit = exitOf(child)
  const outcome: Outcome = { passed: 0, failed: 0, skipped: 0, failedFiles: [], report: [], times: [] }
  const started = performance.now()
  const endedAt = new Map<string, number>()
  const failedFiles = new Set<string>()
  const all: string[] = []
  let explaining = false
  await Promise.all([
    each(child.stderr, (line) => void all.push(line)),
    each(child.stdout, (line) => {
      all.push(line)
      if (/^(not )?ok /.test(line)) {
        explaining = line.startsWith('not')
        const file = files.find((file) => files.length === 1 || isNamedIn(line, file))
        if (file) endedAt.set(file, performance.now())
        if (explaining && file) failedFiles.add(file)
        if (/# SKIP$/.test(line)) outcome.skipped += 1
        else outcome[explaining ? 'failed' : 'passed'] += 1
      }
      if (explaining) outcome.report.push(line)
    }),
  ])
  const code = await exit
  const cpuSeconds = cpu()
  if (code !== 0 && outcome.failed === 0) {
    outcome.failed = 1
    outcome.report.push(`ava ended with ${code}: ${files.join(' ')}`, ...all.slice(-lastLinesMax))
  }
  // If a thread ends without naming a test, any of its files may have failed.
  outcome.failedFiles = failedFiles.size > 0 ? [...failedFiles] : files.filter(() => outcome.failed > 0)
  let before = started
  for (const [file, at] of [...endedAt].sort(([, one], [, other]) => one - other)) {
    outcome.times.push({ suite, file, seconds: (at - before) / 1000, portion: files.length, cpuSeconds })
    before = at
  }
  return outcome
}

/**
 * Returns whether a line from ava is about a test in `file`. In the line, the path precedes the title, and lacks the
 * part that all files share.
 */
function isNamedIn(line: string, file: string): boolean {
  if (line.includes(` - ${file} › `)) return true
  const steps = file.replace(/\.test\.ts$/, '').split('/')
  return steps.some((_, from) => line.includes(` - ${steps.slice(from).join(' › ')} › `))
}

async function each(stream: NodeJS.ReadableStream | null, take: (line: string) => void): Promise<void> {
  if (stream) for await (const line of createInterface({ input: stream })) take(line)
}

async function linesOf(child: ChildProcess): Promise<string[]> {
  const lines: string[] = []
  await Promise.all([child.stdout, child.stderr].map((stream) => each(stream, (line) => void lines.push(line))))
  return lines
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
}

/**
 * Watches a process while it runs. Returns a function that returns how many seconds of CPU the process and its ended
 * children have used.
 */
function watchCpu({ pid }: ChildProcess): () => number | null {
  let seconds: number | null = null
  const look = () => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // CPU times are the 14th to 17th fields, in hundredths of a second. The second field may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      seconds = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
    } catch {
      // The process has ended, or this system has no such file.
    }
  }
  const watch = setInterval(look, pollMs)
  return () => {
    clearInterval(watch)
    return seconds
  }
}
