/** What processes have used of the CPU and of memory, as Linux counts it for each process and thread. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder, type Service } from '../../test/tools/services/commands.ts'

/** One tick of the counters below: 100 a second wherever Linux runs. */
const tickMs = 10

/** Milliseconds of CPU: a process with all that its threads have used, and its first thread alone. */
export type Cpu = { all: number; main: number }

function ticksOf(file: string): number {
  // Behind the name in parentheses, which may hold blanks: utime is field 14, stime field 15.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

/** Threads that have ended count in the process, but have no file of their own: others are the rest, not a sum. */
export function cpuOf(pid: number): Cpu {
  const own = { all: tickMs * ticksOf(`/proc/${pid}/stat`), main: tickMs * ticksOf(`/proc/${pid}/task/${pid}/stat`) }
  return childrenOf(pid).reduce((sum, child) => ({ ...sum, all: sum.all + cpuOf(child).all }), own)
}

function childrenOf(pid: number): number[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((thread) => readOrEmpty(`/proc/${pid}/task/${thread}/children`))
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

/** A thread may end between the list and the look. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The process of one of this checkout's services. */
export function pidOfService(name: Service['name']): number {
  return Number(readFileSync(join(folder, `${name}.pid`), 'utf8'))
}

/** Megabytes of resident memory. */
export function residentMbOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
