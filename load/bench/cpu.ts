/** Reads the CPU and memory that Linux reports for each process and thread. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder, type Service } from '../../test/tools/services/commands.ts'

/** The CPU counters below are in ticks. Linux always has 100 of them per second. */
const tickMs = 10

/** Milliseconds of CPU of a process including all its threads (`all`), and of its first thread only (`main`). */
export type Cpu = { all: number; main: number }

function ticksOf(file: string): number {
  // utime is field 14 and stime field 15. Count from the closing parenthesis, because the name before it may contain
  // spaces.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

/**
 * Returns the CPU of a process, including its children in `all`. To get the CPU of all threads but the first, subtract
 * `main` from `all`: the sum over the threads' own files would miss threads that have ended.
 */
export function cpuOf(pid: number): Cpu {
  const own = { all: tickMs * ticksOf(`/proc/${pid}/stat`), main: tickMs * ticksOf(`/proc/${pid}/task/${pid}/stat`) }
  return childrenOf(pid).reduce((sum, child) => ({ ...sum, all: sum.all + cpuOf(child).all }), own)
}

function childrenOf(pid: number): number[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readOrEmpty(`/proc/${pid}/task/${thread}/children`))
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

/** A thread may end after it was listed and before it is read. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the process id of one of this checkout's services. */
export function pidOfService(name: Service['name']): number {
  return Number(readFileSync(join(folder, `${name}.pid`), 'utf8'))
}

/** Returns the resident memory in megabytes. */
export function residentMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
