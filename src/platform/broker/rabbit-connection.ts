/**
 * A connection to RabbitMQ that is reopened until the caller closes it.
 *
 * amqplib reconnects; this module sets up each new connection and describes problems. A fault in the broker must never
 * become an uncaught error, and no caller may wait without a limit.
 *
 * Two properties of amqplib 2.3.1 affect this code. First, it listens for a connection's errors only after `setup`, so
 * a connection that breaks during `setup` would end the process. Therefore, `setup` itself starts with adding a
 * listener. Second, when `setup` fails, amqplib closes the connection and waits for the peer's reply without a limit,
 * so a frozen peer would stop the recovery forever. Therefore, `setup` has no deadline that could make it fail: if the
 * peer is frozen, the heartbeat ends the connection.
 */
import { connect } from 'amqplib'
import type { ChannelModel } from 'amqplib'
import pTimeout from 'p-timeout'
import type { Log } from './broker.ts'

export type { Channel, ConfirmChannel, ConsumeMessage } from 'amqplib'

/**
 * Abandons the current connection, after which a new one is opened. `reason` describes the problem for /readyz and the
 * log.
 */
export type Drop = (reason: string, cause?: unknown) => void

/** Creates channels, queues and consumers. Runs once for each new connection. */
export type SetUp<Ready> = (connection: ChannelModel, drop: Drop) => Promise<Ready>

export type Link<Ready> = {
  /** Returns the value that `setUp` returned; null while the broker is unavailable or blocks publishing. */
  ready(): Ready | null
  /** Returns null while healthy, otherwise a short description of the problem. */
  trouble(): string | null
  /** Waits for `finish`, then closes the connection permanently. */
  close(finish?: (ready: Ready) => Promise<void>): Promise<void>
}

type Session<Ready> = { connection: ChannelModel; ready: Ready; blocked: boolean }

/** The reason why a connection was abandoned. The message may be shown on /readyz. */
class Dropped extends Error {}

/**
 * The heartbeat's interval. amqplib detects a dead peer after two to three intervals, which is at most 18 s. We promise
 * 20 s.
 */
const heartbeatS = 6
/** The time limit for opening a connection. A healthy broker needs 50 ms. */
const openTimeoutMs = 5_000
/** The jitter prevents processes that lost their connections at the same time from reconnecting at the same time. */
const recovery = { initialDelay: 100, maxDelay: 1_800, jitter: 1 / 10, waitForConnect: false }
/** The time limit for the broker to confirm that we closed the connection. */
const closeTimeoutMs = 2_000

/** The id of the class of queue methods in AMQP 0-9-1. */
const queueClass = 50

const blockedPhrase = 'the message broker accepts no messages (resource alarm)'
const awayPhrase = 'the message broker is unavailable'

/**
 * Keeps a connection to `url` open until it is closed. Resolves after the first attempt to connect, whether or not it
 * succeeds. Throws if the URL has another scheme. Logs every reconnection, and each distinct problem once.
 */
export async function keepLinked<Ready>(url: string, setUp: SetUp<Ready>, log: Log): Promise<Link<Ready>> {
  const attempted = Promise.withResolvers<void>()
  const closing = new AbortController()
  let session: Session<Ready> | null = null
  let trouble: string | null = 'the message broker is not connected yet'

  const lose = (cause: unknown) => {
    session = null
    const phrase = phraseOf(cause)
    if (phrase !== trouble && !closing.signal.aborted) log.warn({ err: cause }, phrase)
    trouble = phrase
    attempted.resolve()
  }
  const setup = async (connection: ChannelModel) => {
    connection.on('error', () => {}) // 'close' follows and carries the error
    const drop: Drop = (reason, cause) => {
      if (session?.connection !== connection) return
      lose(new Dropped(knownTrouble(cause) ?? reason, { cause }))
      connection.close().catch(() => {}) // if the peer is frozen, the heartbeat ends this wait
    }
    session = { connection, blocked: false, ready: await setUp(connection, drop) }
  }
  const { signal } = closing
  // amqplib passes unknown options to the socket; `signal` is an option of node:net.
  const options = { signal, noDelay: true, timeout: openTimeoutMs, recovery: { ...recovery, setup } }
  const link = await connect(withHeartbeat(url), options)
  link
    .on('connect', () => {
      trouble = null
      log.info({}, 'the message broker is connected')
      attempted.resolve()
    })
    .on('connect-failed', lose)
    .on('disconnect', (cause) => session && lose(cause))
    .on('error', () => {}) // 'disconnect' follows
    .on('blocked', (alarm) => {
      if (session) session.blocked = true
      log.warn({ alarm }, blockedPhrase)
    })
    .on('unblocked', () => {
      if (session) session.blocked = false
      log.info({}, 'the message broker accepts messages again')
    })
  await attempted.promise

  return {
    ready: () => (session === null || session.blocked ? null : session.ready),
    trouble: () => (session?.blocked ? blockedPhrase : trouble),
    async close(finish) {
      if (session) await finish?.(session.ready)
      await within(closeTimeoutMs, link.close())
      closing.abort()
    },
  }
}

/** Returns the promise's value, or null if it rejects or takes longer than `milliseconds`. */
export async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> {
  return pTimeout(
    promise.catch(() => null),
    { milliseconds, fallback: () => null },
  )
}

function phraseOf(cause: unknown): string {
  return cause instanceof Dropped ? cause.message : (knownTrouble(cause) ?? awayPhrase)
}

/**
 * Describes a problem that an operator has to fix, recognised by amqplib's messages and RabbitMQ's reply codes. Null
 * for any other error.
 */
function knownTrouble(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null
  const { message, code, classId } = cause as Error & { code?: unknown; classId?: unknown }
  if (message.startsWith('Handshake terminated by server: 403')) return 'the message broker refuses the credentials'
  if (message.startsWith('Expected ConnectionOpenOk')) return 'the message broker refuses the virtual host'
  if (classId !== queueClass) return null
  if (code === 403) return 'the message broker refuses access to its queues'
  return code === 406 ? 'the queues exist at the message broker with other settings' : null
}

function withHeartbeat(url: string): string {
  const address = URL.parse(url)
  if (address === null || !['amqp:', 'amqps:'].includes(address.protocol)) {
    throw new Error('AMQP_URL is not an amqp:// or amqps:// URL') // do not quote the URL: it may contain a password
  }
  address.searchParams.set('heartbeat', String(heartbeatS))
  return address.href
}
