/** Who calls, and whose rows a call may touch. */

/** Set by the key. */
export type Environment = 'SANDBOX' | 'PRODUCTION'

/** What a key stands for. */
export type Caller = {
  keyId: string
  partnerId: string
  environment: Environment
  permissions: ReadonlySet<string>
}

/** A tenant by the caller's own id of it; every finder of a tenant's rows takes it first. */
export type Owner = { partnerId: string; environment: Environment; tenant: string }
