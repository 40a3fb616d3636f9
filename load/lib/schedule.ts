/** When each request of a phase is sent: an open model, whose arrivals do not wait for responses. */
import type { PlannedOperation, RateLimits } from './plan.ts'

/** A part of a scenario: a period of steady load, at a share of each limit. */
export type Phase = {
  name: string
  startSeconds: number
  seconds: number
  /** The partners that send the load, as indexes into the plan's list. */
  partners: number[]
  /** The load as a share of each bucket's limit; 2 is twice the limit. */
  share: number
  operations: readonly string[]
  /** Whether requests are about new applications. If not, they are about applications that already have a score. */
  isFresh?: boolean
  /** Whether batches have the maximum number of entries. If not, they have the entries of the contract's example. */
  fillsBatches?: boolean
}

/** A phase with this name warms up the servers and is not judged. */
export const warmUp = 'warm-up'

/** One request, as the indexes `[operation, partner]`. */
export type Departure = [number, number]

type Stream = { what: Departure; perSecond: number }

type Operations = Record<string, Pick<PlannedOperation, 'bucket'>>
type Buckets = Pick<RateLimits, 'buckets'>

/** Returns the rate at which one partner calls each operation, per second. The operations of a bucket share its rate. */
export function ratesOf(phase: Phase, operations: Operations, { buckets }: Buckets): number[] {
  const bucketOf = (name: string) => (operations[name] as PlannedOperation).bucket
  return phase.operations.map((name) => {
    const { limit, windowSeconds } = buckets[bucketOf(name)] as { limit: number; windowSeconds: number }
    const sharers = phase.operations.filter((other) => bucketOf(other) === bucketOf(name)).length
    return (phase.share * limit) / windowSeconds / sharers
  })
}

/** Returns the requests of a phase in the order in which they are sent, evenly spread. */
export function departuresOf(phase: Phase, operations: Operations, limits: Buckets): Departure[] {
  const rates = ratesOf(phase, operations, limits)
  const streams = phase.partners.flatMap((partner) =>
    rates.map((perSecond, index): Stream => ({ what: [index, partner], perSecond })),
  )
  return spread(streams, phase.seconds)
}

function spread(streams: Stream[], seconds: number): Departure[] {
  const all = streams.flatMap(({ what, perSecond }, index) => {
    // Shift each stream by a different amount, so that streams with the same rate do not send at the same moments.
    const shift = (index + 0.5) / streams.length
    const count = Math.round(perSecond * seconds)
    return Array.from({ length: count }, (_, number) => ({ at: (number + shift) / perSecond, what }))
  })
  return all.sort((one, other) => one.at - other.at).map(({ what }) => what)
}
