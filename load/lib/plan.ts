/** What the runner tells k6, in one file: which servers to call, with which keys, and what the contract says of it. */

/** As the contract's `x-rate-limits` has them, per partner and environment. */
export type RateLimits = {
  buckets: Record<string, { limit: number; windowSeconds: number }>
  tenantWindow: { limit: number; windowSeconds: number }
  inFlight: { limit: number; slotSeconds: number }
}

/** As the contract's `x-objectives` has them. */
export type Objectives = {
  availabilityPercent: number
  buckets: Record<string, { p95Milliseconds: number; p99Milliseconds: number }>
}

export type PlannedOperation = {
  method: string
  path: string
  bucket: string
  isTenantScoped: boolean
  takesTenantWindow: boolean
  takesSlot: boolean
  /** Required query parameters that have an example. */
  query: Record<string, string>
  /** The contract's example; null where the operation takes no body. */
  body: Record<string, unknown> | null
  /** The most entries of the body's list, for operations on many. */
  entriesMax: number
  /** Statuses that the contract calls success. */
  successes: number[]
}

/** A customer of a partner, with what reads need. */
export type PlannedTenant = {
  tenant: string
  job: string
  application: string
  scoringJobId: string
  /** A few have one: batches are made one a second. */
  scoringBatchId: string | null
}

export type PlannedPartner = { key: string; tenants: PlannedTenant[] }

export type Plan = {
  /** API processes, which take requests in turn. */
  urls: string[]
  partners: PlannedPartner[]
  operations: Record<string, PlannedOperation>
  limits: RateLimits
  objectives: Objectives
  /** No application is named twice, also not by another run. */
  run: string
  /** Of scenarios that last as long as they are told; null: as long as they say. */
  seconds: number | null
  /** Where k6 leaves its own counts. */
  summaryFile: string
}
