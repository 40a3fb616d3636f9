/** A load's rate, and the CPU of each of its requests: the figure that other work of the machine moves least. */
import type { Order } from '../children.ts'
import { cpuOf, pidOfService } from '../cpu.ts'
import type { Line, Sample, Target } from '../results.ts'
import type { System } from '../systems.ts'

const services = ['mariadb', 'rabbitmq', 'redis'] as const

/** `value` a second; `cpu` in microseconds a request, of the API and all that it asks. */
export async function loaded(system: System, order: Partial<Order> & Pick<Order, 'kind'>): Promise<Sample> {
  const pids = [system.api.pid, ...services.map(pidOfService)]
  const usedMs = () => pids.reduce((sum, pid) => sum + cpuOf(pid).all, 0)
  const before = usedMs()
  const { rate, all } = await system.load(order)
  return { value: rate, cpu: (1000 * (usedMs() - before)) / all }
}

/** What `loaded` gives, with the rate's targets. */
export function loadedLines(...targets: Target[]): Line[] {
  return [
    { unit: 'a second', targets },
    { name: '  CPU of a request, API and services', figure: 'cpu', unit: 'µs', targets: [] },
  ]
}
