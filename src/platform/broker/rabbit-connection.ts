/**
 * The doorway to RabbitMQ: one connection that is reopened for as long as it is wanted.
 *
 * Owns connecting, detecting dead connections, and the phrases for what is wrong. Must never let a broker fault become
 * an uncaught error, nor wait for an answer without a limit: each connection lives under an AbortSignal that destroys
 * its socket, whatever state the protocol is in.
 *
 * amqplib's own recovery (2.3.1) is not used: a connection that breaks during its `setup` emits an error that cannot be
 * listened for, which ends the process; and after a `setup` that gave up on a frozen peer it waits for a close that
 * never comes, and stops recovering. Nor is amqp-connection-manager (5.0.0): its `reconnect` takes the error listener
 * off a frozen connection and waits for its close, until the heartbeat's error ends the process (outages.test.ts).
 * Given our signal instead it passes, but then replaces only the retry loop, ten lines, and retries without back-off or
 * jitter.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'amqplib'
import type { ChannelModel } from 'amqplib'
import pTimeout from 'p-timeout'
import { backoffMs } from '../../kit/backoff.ts'
import type { Log } from './broker.ts'

export type { Channel, ConfirmChannel, ConsumeMessage } from 'amqplib'

/** Gives up the current connection, for a reason in plain words; a new one follows. */
export type Drop = (reason: string, cause?: unknown) => void

/** Creates channels, queues and consumers on a fresh connection; runs again for each new one. */
export type SetUp<Ready> = (connection: ChannelModel, drop: Drop) => Promise<Ready>

export type Link<Ready> = {
  /** What `setUp` returned, or null while the broker is away or accepts nothing. */
  ready(): Ready | null
  /** Null while healthy, else one plain phrase. */
  trouble(): string | null
  /** Lets `finish` end what is in flight, then closes the connection for good. */
  close(finish?: (ready: Ready) => Promise<void>): Promise<void>
}

type Session<Ready> = { connection: ChannelModel; ready: Ready; blocked: boolean }

/** Why a connection was given up; the message is fit for /readyz. */
class Dropped extends Error {}

/** amqplib detects a dead peer after two to three intervals: at most 18 s, and we promise 20 s. */
const heartbeatS = 6
/** From first packet to last queue; a healthy broker takes 50 ms. With the longest pause still under 10 s. */
const openTimeoutMs = 5_000
/** The jitter spreads processes that lost their connections at the same moment. */
const reconnectBackoff = { firstMs: 100, maxMs: 1_800, jitter: 1 / 10 }
/** How long to wait for the broker's answer to our close. */
const closeTimeoutMs = 2_000

/** The AMQP 0-9-1 class of operations on queues. */
const queueClass = 50

const blockedPhrase = 'the message broker takes no messages (resource alarm)'
const awayPhrase = 'the message broker is away'
const silentPhrase = 'the message broker does not answer'

/**
 * Keeps a connection to `url` until it is closed. Resolves after the first attempt, successful or not. Throws for a URL
 * with another scheme. Logs every reconnection, and each trouble once.
 */
export async function keepLinked<Ready>(url: string, setUp: SetUp<Ready>, log: Log): Promise<Link<Ready>> {
  const address = withHeartbeat(url)
  const attempted = Promise.withResolvers<void>()
  const closing = new AbortController()
  let life = new AbortController() // of the current connection or attempt
  let session: Session<Ready> | null = null
  let trouble: string | null = 'the message broker is not connected yet'

  async function stayLinked(): Promise<void> {
    for (let failures = 1; !closing.signal.aborted; failures++) {
      life = new AbortController()
      try {
        session = await openSession(address, setUp, life, log)
        failures = 0
        trouble = null
        log.info({}, 'the message broker is connected')
        attempted.resolve()
        while (!life.signal.aborted) await once(life.signal, 'abort')
        throw life.signal.reason
      } catch (cause) {
        session = null
        const phrase = phraseOf(cause)
        if (phrase !== trouble && !closing.signal.aborted) log.warn({ err: cause }, phrase)
        trouble = phrase
        attempted.resolve()
      }
      await delay(backoffMs(failures, reconnectBackoff), undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const ended = stayLinked()
  await attempted.promise

  return {
    ready: () => (session === null || session.blocked ? null : session.ready),
    trouble: () => (session?.blocked ? blockedPhrase : trouble),
    async close(finish) {
      closing.abort()
      const last = session
      if (last !== null) {
        await finish?.(last.ready)
        await within(closeTimeoutMs, last.connection.close())
      }
      life.abort(new Dropped(awayPhrase))
      await ended
    },
  }
}

/** Connects and sets up within `openTimeoutMs`, or rejects; either way, aborting `life` destroys the socket. */
async function openSession<Ready>(
  url: string,
  setUp: SetUp<Ready>,
  life: AbortController,
  log: Log,
): Promise<Session<Ready>> {
  const drop: Drop = (reason, cause) => life.abort(new Dropped(knownTrouble(cause) ?? reason, { cause }))
  const timer = setTimeout(drop, openTimeoutMs, silentPhrase)
  try {
    // amqplib passes options that it does not know to the socket; `signal` is one of node:net's.
    const connection = await connect(url, { signal: life.signal, noDelay: true } as object)
    const session = { connection, blocked: false }
    connection.on('error', () => {}) // 'close' follows and carries the error
    connection.on('close', (cause) => drop(awayPhrase, cause))
    connection.on('blocked', (alarm) => {
      session.blocked = true
      log.warn({ alarm }, blockedPhrase)
    })
    connection.on('unblocked', () => {
      session.blocked = false
      log.info({}, 'the message broker takes messages again')
    })
    return Object.assign(session, { ready: await setUp(connection, drop) })
  } catch (cause) {
    life.abort(cause) // no effect after an earlier abort, whose reason says more
    throw life.signal.reason
  } finally {
    clearTimeout(timer)
  }
}

/** A promise's value, or null if it fails or takes longer than `milliseconds`. */
export async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> {
  return pTimeout(
    promise.catch(() => null),
    { milliseconds, fallback: () => null },
  )
}

function phraseOf(cause: unknown): string {
  return cause instanceof Dropped ? cause.message : (knownTrouble(cause) ?? awayPhrase)
}

/** Troubles that an operator has to fix, recognised by amqplib's texts and RabbitMQ's reply codes. */
function knownTrouble(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null
  const { message, code, classId } = cause as Error & { code?: unknown; classId?: unknown }
  if (message.startsWith('Handshake terminated by server: 403')) return 'the message broker refuses the credentials'
  if (message.startsWith('Expected ConnectionOpenOk')) return 'the message broker refuses the virtual host'
  if (classId !== queueClass) return null
  if (code === 403) return 'the message broker refuses access to its queues'
  return code === 406 ? 'the message broker has our queues with other settings' : null
}

function withHeartbeat(url: string): string {
  const address = URL.parse(url)
  if (address === null || !['amqp:', 'amqps:'].includes(address.protocol)) {
    throw new Error('AMQP_URL is not an amqp:// or amqps:// URL') // not quoted: it may hold a password
  }
  address.searchParams.set('heartbeat', String(heartbeatS))
  return address.href
}
