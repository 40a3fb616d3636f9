/** Samples memory, CPU and event-loop lag of a run's processes every second. */
import { cpuOf, residentMbOf } from '../bench/cpu.ts'
import type { Reading } from '../verdict/outcome.ts'
import type { Stage } from './stage.ts'

export type Watch = { readings: Reading[]; stop: () => void }

const everyMs = 1_000

/** `generator` is k6's process. Works on Linux only; there are no readings of remote servers. */
export function watch({ processes, adminUrls }: Stage, generator: number, startedAt: number): Watch {
  const readings: Reading[] = []
  if (processes.length === 0 || process.platform !== 'linux') return { readings, stop: () => {} }
  const spent = () => [processes.reduce((sum, { pid }) => sum + cpuOf(pid).all, 0), cpuOf(generator).all]
  let [before, at] = [safely(spent), performance.now()]
  const look = async () => {
    const now = safely(spent)
    const passedMs = performance.now() - at
    const rssMb = safely(() => [processes.reduce((sum, { pid }) => sum + residentMbOf(pid), 0)])?.[0]
    const lags = (await Promise.all(adminUrls.map(lagMsOf))).filter((lag) => lag !== null)
    if (now && before && rssMb !== undefined)
      readings.push({
        ...{ at: (performance.now() - startedAt) / 1_000, rssMb },
        lagMs: lags.length > 0 ? Math.max(...lags) : null,
        cpuPercent: (100 * ((now[0] as number) - (before[0] as number))) / passedMs,
        generatorCpuPercent: (100 * ((now[1] as number) - (before[1] as number))) / passedMs,
      })
    ;[before, at] = [now, performance.now()]
  }
  const timer = setInterval(() => void look(), everyMs)
  return { readings, stop: () => clearInterval(timer) }
}

/** A process may end between two samples. */
function safely<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}

/** Reads the event-loop lag from the metrics of Node's Prometheus client; null if the server has none. */
async function lagMsOf(adminUrl: string): Promise<number | null> {
  try {
    const answer = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(everyMs) })
    const text = await answer.text()
    const found = answer.ok ? /^nodejs_eventloop_lag_p99_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text) : null
    return found ? 1_000 * Number(found[1]) : null
  } catch {
    return null
  }
}
