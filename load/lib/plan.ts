/**
 * The plan that the runner passes to k6 in one file: the servers to call, the keys, and the relevant parts of the
 * contract.
 */

/** The contract's `x-rate-limits`, per partner and environment. */
export type RateLimits = {
  buckets: Record<string, { limit: number; windowSeconds: number }>
  tenantWindow: { limit: number; windowSeconds: number }
  inFlight: { limit: number; slotSeconds: number }
}

/** The contract's `x-objectives`. */
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
  /** The contract's example; null if the operation takes no body. */
  body: Record<string, unknown> | null
  /** For an operation on several items, the maximum number of entries in the list in its body. */
  entriesMax: number
  /** Statuses that the contract calls success. */
  successes: number[]
}

/** A tenant of a partner, with the ids that read operations need. */
export type PlannedTenant = {
  tenant: string
  job: string
  application: string
  scoringJobId: string
  /** Only a few tenants have a batch, because creating one takes a second. */
  scoringBatchId: string | null
}

export type PlannedPartner = { key: string; tenants: PlannedTenant[] }

export type Plan = {
  /** The URLs of the API processes, which are called in turn. */
  urls: string[]
  partners: PlannedPartner[]
  operations: Record<string, PlannedOperation>
  limits: RateLimits
  objectives: Objectives
  /** A part of application ids that makes them unique, across runs too. */
  run: string
  /** The duration of scenarios of configurable length; null for the scenario's default. */
  seconds: number | null
  /** The file for k6's own counts. */
  summaryFile: string
}
