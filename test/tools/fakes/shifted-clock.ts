/**
 * Changes the clock of a process that loads it with `node --import`: by CLOCK_AHEAD_MS at the start, and by
 * CLOCK_JUMP_MS at each SIGUSR2. As on a real machine, all threads of the process see the change, and the monotonic
 * clock stays the same.
 */
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const name = 'shifted-clock'
const memory = isMainThread ? new SharedArrayBuffer(8) : (getEnvironmentData(name) as unknown as SharedArrayBuffer)
const aheadMs = new Float64Array(memory)

if (isMainThread) {
  setEnvironmentData(name, memory)
  aheadMs[0] = Number(process.env.CLOCK_AHEAD_MS ?? 0)
  process.on('SIGUSR2', () => (aheadMs[0]! += Number(process.env.CLOCK_JUMP_MS)))
}

const Machine = Date
const now = () => Machine.now() + aheadMs[0]!

globalThis.Date = new Proxy(Machine, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as object,
  apply: () => new Machine(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
})
