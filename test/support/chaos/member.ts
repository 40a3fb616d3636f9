/**
 * A process of the service for the chaos suite: as production runs it, with shorter timings, and a parent that can make
 * it end or stand still at a named point of a job's way.
 *
 * Production knows nothing of this: the points are `Services.failpoint`, and the wire.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { startServer } from '../../../src/app/server.ts'
import { readConfig } from '../../../src/kit/config.ts'
import { createLog } from '../../../src/kit/log.ts'
import { SECOND } from '../../../src/kit/time.ts'
import { type Failpoint } from '../../../src/platform/services.ts'
import { timings, type Timings } from '../../../src/platform/timings.ts'

/** `acknowledged`: the broker was told that a message is done with. */
export type Point = Failpoint | 'acknowledged'
/** What a parent sends: at the `pass`th passing from now on, the process gets that signal. */
export type Arming = { at: Point; pass: number; signal: 'SIGKILL' | 'SIGSTOP' }
/** What a parent hears. */
export type Passed = { passed: Point }

/** A worker that fetches this path is ended at once, each time. */
export const deadlyPath = '/deadly.txt'

/** All that makes a recovery wait, a tenth of it or less; what is not here is as in production. */
const chaosTimings: Timings = {
  ...timings,
  heartbeatMs: 250,
  /** Twelve heartbeats: a machine that is busy for a second takes nobody's jobs away. */
  leaseMs: 3 * SECOND,
  sweepMs: 100,
  republishAfterMs: 1 * SECOND,
  compareMs: 500,
  retryFirstMs: 100,
  retryMostMs: 500,
  providerRestMs: 500,
  deliverySweepMs: 100,
  deliveryTimeoutMs: 2 * SECOND,
  /** A try's time, and a second. */
  deliveryLeaseMs: 3 * SECOND,
  idempotencyLeaseMs: 3 * SECOND,
  /** Where a scene does not send APIs away before its end, nobody has to notice. */
  lameDuckMs: 0,
  /** A busy machine is no Redis that is away. */
  countersTimeoutMs: 1 * SECOND,
}

/** Class 60, method 80 of AMQP 0-9-1: Basic.Ack, behind a method frame's head of eleven bytes. */
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

/** Behind the acknowledgement production has no point: it is passed once its bytes have left the process. */
function watchAcknowledgements(): void {
  subscribe('net.client.socket', (message) => {
    const { socket } = message as { socket: Socket }
    // Not before: connecting puts a socket's own way of writing back.
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
  // A parent that has gone leaves nobody behind.
  process.on('disconnect', () => process.exit(1))
  const config = readConfig(process.env, process.argv.slice(2))
  const own = JSON.parse(process.env.CHAOS_PERIODS ?? '{}') as Partial<Timings>
  const overrides = { timings: { ...chaosTimings, ...own }, failpoint: pass }
  const server = await startServer(config, createLog(config.logLevel), overrides)
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  console.log(`chaos member is ready: ${server.url ?? 'worker'}, health on ${server.adminUrl}`)
}

if (import.meta.main) await main()
