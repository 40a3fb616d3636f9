/** Finds what processes leave behind: children that outlive them, and their folders. */
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type Families = {
  /** Records a process and its current children. */
  look(pid: number): void
  /**
   * Returns the processes that are still running and the temporary folders that still exist, after their watchdogs have
   * had time to clean up.
   */
  leftovers(): Promise<string[]>
}

/** A watchdog checks every second, or less often on a busy machine. */
const leaveTimeoutMs = 15_000
const pollMs = 50
/** The prefix of the folders that `src/platform/reading/sandboxes.ts` makes for a converter. */
const folderPrefix = join(realpathSync(tmpdir()), 'resume-')

export function watchFamilies(): Families {
  /** Each process's start time by its id, which distinguishes the process from a later one with the same id. */
  const seen = new Map<number, string>()
  const folders = new Set<string>()
  const still = () => [
    ...[...seen].filter(([pid, start]) => statOf(pid)?.start === start).map(([pid]) => `left running: ${pid}`),
    ...[...folders].filter(existsSync).map((folder) => `left behind: ${folder}`),
  ]
  return {
    look(pid) {
      for (const own of [pid, ...childrenOf(pid)]) {
        const stat = statOf(own)
        if (!stat) continue
        seen.set(own, stat.start)
        const folder = folderOf(own)
        if (folder?.startsWith(folderPrefix)) folders.add(folder)
      }
    },
    async leftovers() {
      const deadline = performance.now() + leaveTimeoutMs
      while (still().length > 0 && performance.now() < deadline) await delay(pollMs)
      return still()
    },
  }
}

/** A process in state `T` is stopped. Null means that it has ended. */
export function stateOf(pid: number): string | null {
  return statOf(pid)?.state ?? null
}

/**
 * Reads the fields after the process name, which is in brackets and may contain anything. The third field is the state,
 * and the 22nd the start time.
 */
function statOf(pid: number): { state: string; start: string } | null {
  const text = read(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return text === '' ? null : { state: fields[0] as string, start: fields[19] as string }
}

/**
 * Returns the ids of a process's children, including zombies. Each of its threads lists the children that the thread
 * started.
 */
export function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
