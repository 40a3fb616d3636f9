/**
 * The journal of deletions. After a backup is restored, the deletions that followed the backup are repeated from the
 * journal.
 */
import type { Owner } from '../../kit/caller.ts'
import { decrypt, encrypt, type SecretKeys } from '../../kit/encryption.ts'

/** The caller's ids for an application and its job. */
export type ApplicationName = { jobId: string; applicationId: string }

/**
 * `id`: the id of the request; `now`: when the request was accepted, epoch ms; `application`: null if the whole tenant
 * was deleted.
 */
export type Entry = { id: string; now: number; owner: Owner; application: ApplicationName | null }

/** Returns a line of JSON: the request's id and time, and the encrypted names. */
export function sealEntry(keys: SecretKeys, { id, now, owner, application }: Entry): string {
  const { partnerId, environment, tenant } = owner
  const names = JSON.stringify({ owner: { partnerId, environment, tenant }, application })
  return JSON.stringify({ id, at: now, sealed: encrypt(keys, id, names).toString('base64') })
}

/** Parses a line. @throws Error if it is damaged, or encrypted under another key */
export function openEntry(keys: SecretKeys, line: string): Entry {
  const { id, at, sealed } = JSON.parse(line) as { id: string; at: number; sealed: string }
  return { ...(JSON.parse(decrypt(keys, id, Buffer.from(sealed, 'base64'))) as Entry), id, now: at }
}
