/** The journal of deletions: data that was deleted after a backup is deleted again after its restore. */
import type { Owner } from '../../kit/caller.ts'
import { decrypt, encrypt, type SecretKeys } from '../../kit/encryption.ts'

/** The caller's names of an application. */
export type ApplicationName = { jobId: string; applicationId: string }

/** `id`: of the request; `now`: when it was accepted; `application`: null if the whole tenant was deleted. */
export type Entry = { id: string; now: number; owner: Owner; application: ApplicationName | null }

/** One line of JSON: the request's id and time, and the encrypted names. */
export function sealEntry(keys: SecretKeys, { id, now, owner, application }: Entry): string {
  const { partnerId, environment, tenant } = owner
  const names = JSON.stringify({ owner: { partnerId, environment, tenant }, application })
  return JSON.stringify({ id, at: now, sealed: encrypt(keys, id, names).toString('base64') })
}

/** @throws Error if the line is damaged, or encrypted under another key */
export function openEntry(keys: SecretKeys, line: string): Entry {
  const { id, at, sealed } = JSON.parse(line) as { id: string; at: number; sealed: string }
  return { ...(JSON.parse(decrypt(keys, id, Buffer.from(sealed, 'base64'))) as Entry), id, now: at }
}
