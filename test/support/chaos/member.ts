/**
 * A process of the service in the chaos suite. It runs as in production, except that its timings are shorter, and that
 * its parent can kill or stop it at a named point in a job. Production code has only `Services.failpoint` for this. The
 * other points are detected on the connection.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { startServer } from '../../../src/app/server.ts'
import { readConfig } from '../../../src/kit/config.ts'
import { createLog } from '../../../src/kit/log.ts'
import { SECOND } from '../../../src/kit/time.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { type Failpoint } from '../../../src/platform/services.ts'
import { timings, type Timings } from '../../../src/platform/timings.ts'

/** At `acknowledged`, the worker has acknowledged a message to the broker. */
export type Point = Failpoint | 'acknowledged'
/**
 * A message from the parent: the process gets this signal when it passes the point for the `pass`th time from now on.
 */
export type Arming = { at: Point; pass: number; signal: 'SIGKILL' | 'SIGSTOP' }
/** A message to the parent. */
export type Passed = { passed: Point }

/** A worker that fetches this path dies immediately, each time. */
export const deadlyPath = '/deadly.txt'

/**
 * All times that recovery waits for are at most a tenth of the times in production. The other timings are unchanged.
 */
const chaosTimings: Timings = {
  ...timings,
  heartbeatMs: 250,
  /** Twelve heartbeats, so that a worker keeps its jobs if the machine is busy for a second. */
  leaseMs: 3 * SECOND,
  sweepMs: 100,
  republishAfterMs: 1 * SECOND,
  confirmsMs: 125,
  compareMs: 500,
  retryFirstMs: 100,
  retryMsMax: 500,
  providerRestMs: 500,
  deliverySweepMs: 100,
  deliveryTimeoutMs: 2 * SECOND,
  /** One second longer than an attempt may take. */
  deliveryLeaseMs: 3 * SECOND,
  idempotencyLeaseMs: 3 * SECOND,
  /** Only scenes that shut down APIs need this wait. */
  lameDuckMs: 0,
  /** Long enough that a busy machine never makes Redis look unavailable. */
  countersTimeoutMs: 1 * SECOND,
}

/** Class 60, method 80 of AMQP 0-9-1: Basic.Ack, after the eleven bytes of a method frame's header. */
const basicAck = Buffer.from([0, 60, 0, 80])

let arming: Arming | null = null

function pass(at: Point): void {
  process.send?.({ passed: at } satisfies Passed)
  if (arming?.at !== at) return
  arming.pass -= 1
  if (arming.pass > 0) return
  const { signal } = arming
  arming = null
  process.kill(process.pid, signal)
}

/**
 * Production code has no failpoint after the acknowledgement, so the process passes the point when it sends the
 * acknowledgement's bytes.
 */
function watchAcknowledgements(): void {
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket }
    // Wrapped after connecting, because connecting restores the socket's own `write`.
    socket.once('connect', () => {
      const write = socket.write.bind(socket)
      const watched = (...[bytes, ...rest]: Parameters<Socket['write']>) => {
        const hasRoom = write(bytes, ...rest)
        if (Buffer.isBuffer(bytes) && bytes.includes(basicAck)) write('', () => pass('acknowledged'))
        return hasRoom
      }
      socket.write = watched as Socket['write']
    })
  })
}

function dieOfDeadlyResumes(): void {
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: { path: string } }
    if (request.path === deadlyPath) process.kill(process.pid, 'SIGKILL')
  })
}

async function main(): Promise<void> {
  watchAcknowledgements()
  dieOfDeadlyResumes()
  process.on('message', (message) => void (arming = message as Arming))
  // The process ends when its parent does.
  process.on('disconnect', () => process.exit(1))
  const config = readConfig(process.env, process.argv.slice(2))
  const own = JSON.parse(process.env.CHAOS_TIMINGS ?? '{}') as Partial<Timings>
  const overrides = { timings: { ...chaosTimings, ...own }, failpoint: pass }
  const server = await startServer(config, createLog(config.logLevel, loadContract().sensitive), overrides)
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  console.log(`chaos member is ready: ${server.url ?? 'worker'}, health on ${server.adminUrl}`)
}

if (import.meta.main) await main()
