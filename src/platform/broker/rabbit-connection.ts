/**
 * The doorway to RabbitMQ: one connection that is reopened for as long as it is wanted.
 *
 * Owns what is set up on each new connection, and the phrases for what is wrong; amqplib's recovery reconnects. Must
 * never let a broker fault become an uncaught error, nor make a caller wait for an answer without a limit.
 *
 * Of amqplib 2.3.1 two things decide how the recovery is used here. It listens for errors of a connection only after
 * `setup`, so we listen from the first line of it: else one that breaks meanwhile ends the process. And it closes a
 * connection whose `setup` failed, and waits for the answer without a limit: a frozen peer would stop the recovery for
 * ever, so `setup` has no deadline of its own, and the heartbeat ends it. (Tried: 55 connections cut and four frozen
 * during their `setup`; all were replaced.)
 */
import { connect } from 'amqplib'
import type { ChannelModel } from 'amqplib'
import pTimeout from 'p-timeout'
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
/** Until a broker has opened a connection; a healthy one takes 50 ms. */
const openTimeoutMs = 5_000
/** The jitter spreads processes that lost their connections at the same moment. */
const recovery = { initialDelay: 100, maxDelay: 1_800, jitter: 1 / 10, waitForConnect: false }
/** How long to wait for the broker's answer to our close. */
const closeTimeoutMs = 2_000

/** The AMQP 0-9-1 class of operations on queues. */
const queueClass = 50

const blockedPhrase = 'the message broker takes no messages (resource alarm)'
const awayPhrase = 'the message broker is away'

/**
 * Keeps a connection to `url` until it is closed. Resolves after the first attempt, successful or not. Throws for a URL
 * with another scheme. Logs every reconnection, and each trouble once.
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
      connection.close().catch(() => {}) // a frozen peer does not answer, and the heartbeat ends the wait
    }
    session = { connection, blocked: false, ready: await setUp(connection, drop) }
  }
  const { signal } = closing
  // amqplib passes options that it does not know to the socket; `signal` is one of node:net's.
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
      log.info({}, 'the message broker takes messages again')
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
