/** One request as k6 saw it: a line of JSON on its standard output. */

/** Of a 429: what was used up. */
export type Refusal = 'bucket' | 'tenant_window' | 'in_flight'

export type BucketStatus = { limit: number; remaining: number; resetAt: number }

export type Sample = {
  /** Of the scenario, such as `over`. */
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
  /** 0: no answer. */
  status: number
  /** Whether the contract calls the status success. */
  isSuccess: boolean
  refusal?: Refusal
  /** In seconds. */
  retryAfter?: number
  /** Came after the wait that the refusal before it asked for. */
  isAfterWait?: boolean
  limit?: number
  remaining?: number
  /** Epoch seconds. */
  reset?: number
  isDegraded?: boolean
  tenantRemaining?: number
  tenantReset?: number
  /** Scoring jobs that were accepted, without those that were there already. */
  jobs?: string[]
  /** Of the status operation. */
  generatedAt?: string
  buckets?: Record<string, BucketStatus>
  slots?: { limit: number; active: number }
  /** Of a failure: the code, and where the server can look it up. */
  code?: string
  traceId?: string
}
