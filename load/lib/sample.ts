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
  /** The duration of the request, without the time to connect. */
  ms: number
  /** 0 if there was no response. */
  status: number
  /** Whether the contract calls the status success. */
  isSuccess: boolean
  refusal?: Refusal
  /** In seconds. */
  retryAfter?: number
  /** Whether the request was sent after the wait that the previous refusal requested. */
  isAfterWait?: boolean
  limit?: number
  remaining?: number
  /** Epoch seconds. */
  reset?: number
  isDegraded?: boolean
  tenantRemaining?: number
  tenantReset?: number
  /** The accepted scoring jobs, without those that already existed. */
  jobs?: string[]
  /** The members of the response of the status operation. */
  generatedAt?: string
  buckets?: Record<string, BucketStatus>
  slots?: { limit: number; active: number }
  /** The code of a failure, and the trace id with which to search the server's log. */
  code?: string
  traceId?: string
}
