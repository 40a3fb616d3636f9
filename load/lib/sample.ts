/** The observation of one request, which k6 prints as a line of JSON. */

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
  /** The duration of the request, without the time to connect. */
  ms: number
  /** 0 if there was no response. */
  status: number
  /** Whether the contract calls the status success. */
  isSuccess: boolean
  refusal?: Refusal
  /** In seconds. */
  retryAfter?: number
  /** Whether the request was sent after the wait that a 429 had requested. */
  isAfterWait?: boolean
  limit?: number
  remaining?: number
  /** Epoch seconds. */
  reset?: number
  isDegraded?: boolean
  tenantRemaining?: number
  tenantReset?: number
  /** The scoring jobs that the request created. */
  jobs?: string[]
  /** The members of the rate-limit status, if the request read it. */
  generatedAt?: string
  buckets?: Record<string, BucketStatus>
  slots?: { limit: number; active: number }
  /** The error code of a failure, and the trace id by which to find it in the server's log. */
  code?: string
  traceId?: string
}
