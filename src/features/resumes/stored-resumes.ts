/** Uploaded resumes: their URLs, reading them, and deleting them. */
import { decryptBytes, encrypt, reencrypt, type SecretKeys } from '../../kit/encryption.ts'
import { MINUTE } from '../../kit/time.ts'
import type { ByteHold } from '../../platform/concurrency/byte-budget.ts'
import type { Services } from '../../platform/services.ts'
import {
  eraseResumes,
  findChunk,
  findResume,
  listExpiredResumes,
  listResumeKeys,
  replaceChunk,
  type ResumeKey,
} from '../../tables/resumes.ts'

const scheme = 'resume://'

/** Returns the URL by which submissions refer to an uploaded resume. */
export function urlOf(id: string): string {
  return scheme + id
}

/** Returns the id in the URL of an uploaded resume; the id may be unknown or malformed. Null for any other URL. */
export function resumeIdOf(url: string): string | null {
  if (!/^\s*resume:/i.test(url)) return null
  return url.startsWith(scheme) ? url.slice(scheme.length) : ''
}

/** Returns the encryption context for a chunk. It binds the chunk to its position, so that chunks cannot be swapped. */
const contextOf = (id: string, place: number) => `${id} ${place}`

export function sealChunk(keys: SecretKeys, id: string, place: number, bytes: Uint8Array): Buffer {
  return encrypt(keys, contextOf(id, place), bytes)
}

/**
 * An uploaded resume. `bytes` has its own buffer, and is counted against the partner's memory budget until `free` is
 * called.
 */
export type OpenResume = { bytes: Uint8Array<ArrayBuffer>; free: () => void }
type Needs = Pick<Services, 'database' | 'outbound' | 'secretKeys'>

/**
 * Reads the upload that a URL refers to. Returns null if the tenant does not have that upload (any more), and undefined
 * if the URL does not refer to an upload.
 */
export async function openResume(
  services: Needs,
  { partnerId, tenantId }: { partnerId: string; tenantId: string },
  url: string,
): Promise<OpenResume | null | undefined> {
  const id = resumeIdOf(url)
  if (id === null) return undefined
  const hold = services.outbound.openHold(partnerId)
  let bytes: OpenResume['bytes'] | null = null
  try {
    bytes = await readResume(services, { id, tenantId }, hold)
  } finally {
    if (!bytes) hold.free()
  }
  return bytes && { bytes, free: hold.free }
}

async function readResume(
  { database, secretKeys }: Needs,
  key: ResumeKey,
  hold: ByteHold,
): Promise<OpenResume['bytes'] | null> {
  const resume = await findResume(database, key)
  if (!resume) return null
  await hold.grow(resume.sizeBytes)
  const bytes = new Uint8Array(resume.sizeBytes)
  let length = 0
  for (let place = 0; length < bytes.length; place += 1) {
    const sealed = await findChunk(database, key, place)
    if (!sealed) return null
    const chunk = decryptBytes(secretKeys, contextOf(key.id, place), sealed)
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes
}

/**
 * How long expired resumes are kept. This must be longer than a submission's transaction, which may have found a resume
 * just before it expired.
 */
const submissionMs = 1 * MINUTE

/** Deletes resumes that have expired and that no open scoring job needs, and drafts that were never finished. */
export async function sweepResumes({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  for (;;) {
    const expired = await listExpiredResumes(database, clock.now() - submissionMs)
    if (expired.length === 0) return
    for (const resume of expired)
      while ((await database.transaction(() => eraseResumes(database, resume, resume.tenantId, [resume.id]))) > 0);
  }
}

/**
 * Encrypts all chunks under the newest key, and returns how many resumes it changed. Can be repeated, and can run while
 * servers are running.
 */
export async function reencryptResumes({
  database,
  secretKeys,
}: Pick<Services, 'database' | 'secretKeys'>): Promise<number> {
  let changed = 0
  for (let after = ''; ;) {
    const keys = await listResumeKeys(database, after)
    for (const key of keys) {
      let isChanged = false
      for (let place = 0; ; place += 1) {
        const sealed = await findChunk(database, key, place)
        if (!sealed) break
        const renewed = reencrypt(secretKeys, contextOf(key.id, place), sealed)
        if (renewed) await replaceChunk(database, key, place, renewed)
        isChanged ||= renewed !== null
      }
      if (isChanged) changed += 1
    }
    const last = keys.at(-1)
    if (!last) return changed
    after = last.id
  }
}
