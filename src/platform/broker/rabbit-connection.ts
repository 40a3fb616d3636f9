/**
 * The doorway for RabbitMQ: one connection that is opened again for as long as it is wanted.
 *
 * Owns connecting, noticing that a connection is dead, and the words for what is wrong. Must never let a broker's
 * fault become an error that nobody catches, nor wait for an answer without a limit.
 *
 * amqplib's own recovery is not used. A connection that breaks during its `setup` emits an error where nobody can
 * listen, which ends the process; and after a `setup` that gave up on a frozen peer it waits for a farewell that never
 * comes, and recovers no more (measured with 2.3.1). Here each connection lives under an AbortSignal that destroys its
 * socket, whatever state the protocol is in.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'amqplib'
import type { ChannelModel } from 'amqplib'
import pTimeout from 'p-timeout'
import { backoffMs } from '../../kit/backoff.ts'
import type { Log } from './broker.ts'

export type { Channel, ConfirmChannel, ConsumeMessage } from 'amqplib'

/** Gives the present connection up, for a reason in plain words; a new one follows. */
export type Drop = (reason: string, cause?: unknown) => void

/** Makes channels, queues and consumers of a fresh connection; run again for each one. */
export type SetUp<Ready> = (connection: ChannelModel, drop: Drop) => Promise<Ready>

export type Link<Ready> = {
  /** What `setUp` made, or null while the broker is away or takes nothing. */
  ready(): Ready | null
  /** Null while all is well, else one plain phrase. */
  trouble(): string | null
  /** Lets `finish` end what is under way, then says good-bye; no connection follows. */
  close(finish?: (ready: Ready) => Promise<void>): Promise<void>
}

type Session<Ready> = { connection: ChannelModel; ready: Ready; blocked: boolean }

/** Why a connection was given up; its message is fit for /readyz. */
class Dropped extends Error {}

/** amqplib notices a dead peer after two to three intervals: 18 s at most, where 20 s is what we promise. */
const HEARTBEAT_S = 6
/** From first packet to last queue, for which a healthy broker takes 50 ms. With the longest pause still under 10 s. */
const OPEN_TIMEOUT_MS = 5_000
/** Processes that lost their connection together reconnect apart. */
const reconnectBackoff = { firstMs: 100, maxMs: 1_800, jitter: 1 / 10 }
/** A good-bye that is not answered by then is not waited for. */
const GOODBYE_TIMEOUT_MS = 2_000

/** Of AMQP 0-9-1: an operation on a queue. */
const QUEUE_CLASS = 50

const BLOCKED = 'the message broker takes no messages (resource alarm)'
const AWAY = 'the message broker is away'
const SILENT = 'the message broker does not answer'

/**
 * Keeps a connection to `url` until it is closed. Resolves after the first attempt, whether it came through or not.
 * Throws for a URL with another scheme. `log` hears of every return, and of every trouble once.
 */
export async function keepLinked<Ready>(url: string, setUp: SetUp<Ready>, log: Log): Promise<Link<Ready>> {
  const address = withHeartbeat(url)
  const attempted = Promise.withResolvers<void>()
  const closing = new AbortController()
  let life = new AbortController() // of the present connection or attempt
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
    trouble: () => (session?.blocked ? BLOCKED : trouble),
    async close(finish) {
      closing.abort()
      const last = session
      if (last !== null) {
        await finish?.(last.ready)
        await within(GOODBYE_TIMEOUT_MS, last.connection.close())
      }
      life.abort(new Dropped(AWAY))
      await ended
    },
  }
}

/** Connects and sets up before OPEN_TIMEOUT_MS, or rejects; the end of `life` destroys the socket either way. */
async function openSession<Ready>(
  url: string,
  setUp: SetUp<Ready>,
  life: AbortController,
  log: Log,
): Promise<Session<Ready>> {
  const drop: Drop = (reason, cause) => life.abort(new Dropped(knownTrouble(cause) ?? reason, { cause }))
  const timer = setTimeout(drop, OPEN_TIMEOUT_MS, SILENT)
  try {
    // amqplib hands options that it does not know on to the socket; the signal is one of node:net's.
    const connection = await connect(url, { signal: life.signal, noDelay: true } as object)
    const session = { connection, blocked: false }
    connection.on('error', () => {}) // 'close' follows and carries it
    connection.on('close', (cause) => drop(AWAY, cause))
    connection.on('blocked', (alarm) => {
      session.blocked = true
      log.warn({ alarm }, BLOCKED)
    })
    connection.on('unblocked', () => {
      session.blocked = false
      log.info({}, 'the message broker takes messages again')
    })
    return Object.assign(session, { ready: await setUp(connection, drop) })
  } catch (cause) {
    life.abort(cause) // keeps an earlier reason, which tells more
    throw life.signal.reason
  } finally {
    clearTimeout(timer)
  }
}

/** A promise's value, or null when it fails or takes longer than `milliseconds`. */
export async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> {
  return pTimeout(
    promise.catch(() => null),
    { milliseconds, fallback: () => null },
  )
}

function phraseOf(cause: unknown): string {
  return cause instanceof Dropped ? cause.message : (knownTrouble(cause) ?? AWAY)
}

/** Troubles that an operator has to end, told from amqplib's texts and RabbitMQ's reply codes. */
function knownTrouble(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null
  const { message, code, classId } = cause as Error & { code?: unknown; classId?: unknown }
  if (message.startsWith('Handshake terminated by server: 403')) return 'the message broker refuses the credentials'
  if (message.startsWith('Expected ConnectionOpenOk')) return 'the message broker refuses the virtual host'
  if (classId !== QUEUE_CLASS) return null
  if (code === 403) return 'the message broker refuses access to its queues'
  return code === 406 ? 'the message broker has queues of other settings under our names' : null
}

function withHeartbeat(url: string): string {
  const address = URL.parse(url)
  if (address === null || !['amqp:', 'amqps:'].includes(address.protocol)) {
    throw new Error('AMQP_URL is not an amqp:// or amqps:// URL') // not quoted: it holds a password
  }
  address.searchParams.set('heartbeat', String(HEARTBEAT_S))
  return address.href
}
