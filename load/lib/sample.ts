/** One request as seen by k6: a line of JSON on its standard output. */

/** For a 429: the limit that was reached. */
export type Refusal = 'bucket' | 'tenant_window' | 'in_flight'

export type BucketStatus = { limit: number; remaining: number; resetAt: number }

export type Sample = {
  /** The phase of the scenario, such as `over`. */
  phase: string
  operation: string
  bucket: string
  partner: number
  tenant: string
  /** Epoch ms by the generator's clock. */
  from: number
  to: number
  /** Without the time to connect. */
  ms: number
  /** 0: no response. */
  status: number
  /** Whether the contract calls the status success. */
  isSuccess: boolean
  refusal?: Refusal
  /** In seconds. */
  retryAfter?: number
  /** Sent after the wait that the previous refusal requested. */
  isAfterWait?: boolean
  limit?: number
  remaining?: number
  /** Epoch seconds. */
  reset?: number
  isDegraded?: boolean
  tenantRemaining?: number
  tenantReset?: number
  /** Scoring jobs that were accepted, without those that already existed. */
  jobs?: string[]
  /** From the status operation. */
  generatedAt?: string
  buckets?: Record<string, BucketStatus>
  slots?: { limit: number; active: number }
  /** For a failure: the code, and the trace id for the server's log. */
  code?: string
  traceId?: string
}
