/**
 * Measures the rate of a load, and the CPU per request. Other work on the machine affects the CPU less than the rate.
 */
import type { Order } from '../children.ts'
import { cpuOf, pidOfService } from '../cpu.ts'
import type { Line, Sample, Target } from '../results.ts'
import type { System } from '../systems.ts'

const services = ['mariadb', 'rabbitmq', 'redis'] as const

/**
 * `value` is the number of requests per second. `cpu` is in microseconds per request, for the API and the servers that
 * it calls.
 */
export async function loaded(system: System, order: Partial<Order> & Pick<Order, 'kind'>): Promise<Sample> {
  const pids = [system.api.pid, ...services.map(pidOfService)]
  const usedMs = () => pids.reduce((sum, pid) => sum + cpuOf(pid).all, 0)
  const before = usedMs()
  const { rate, all } = await system.load(order)
  return { value: rate, cpu: (1000 * (usedMs() - before)) / all }
}

/** Returns the lines of the table for the figures of `loaded`, with these targets for the rate. */
export function loadedLines(...targets: Target[]): Line[] {
  return [
    { unit: 'a second', targets },
    { name: '  CPU of a request, API and services', figure: 'cpu', unit: 'µs', targets: [] },
  ]
}
