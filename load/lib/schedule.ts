/** When each request of a phase is sent: an open model, whose arrivals do not wait for responses. */
import type { PlannedOperation, RateLimits } from './plan.ts'

/** A period of steady load at a share of each limit; the parts of a scenario. */
export type Phase = {
  name: string
  startSeconds: number
  seconds: number
  /** Indexes into the plan's partners. */
  partners: number[]
  /** The share of each bucket's limit; 2 is twice the limit. */
  share: number
  operations: readonly string[]
  /** Whether requests use new applications; otherwise they use those that have a score. */
  isFresh?: boolean
  /** Whether batches have the maximum number of entries; otherwise they have those of the contract's example. */
  fillsBatches?: boolean
}

/** The name of a phase that is not judged. */
export const warmUp = 'warm-up'

/** `[operation, partner]`, as indexes, in order of departure. */
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

/** Returns the departures of a phase, evenly spread. */
export function departuresOf(phase: Phase, operations: Operations, limits: Buckets): Departure[] {
  const rates = ratesOf(phase, operations, limits)
  const streams = phase.partners.flatMap((partner) =>
    rates.map((perSecond, index): Stream => ({ what: [index, partner], perSecond })),
  )
  return spread(streams, phase.seconds)
}

function spread(streams: Stream[], seconds: number): Departure[] {
  const all = streams.flatMap(({ what, perSecond }, index) => {
    // Streams with the same rate must not start at the same moments.
    const shift = (index + 0.5) / streams.length
    const count = Math.round(perSecond * seconds)
    return Array.from({ length: count }, (_, number) => ({ at: (number + shift) / perSecond, what }))
  })
  return all.sort((one, other) => one.at - other.at).map(({ what }) => what)
}
