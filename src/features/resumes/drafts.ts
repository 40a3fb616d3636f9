/**
 * Drafts: files that are being uploaded. Each chunk is stored in its own transaction, so that a slow sender does not
 * keep rows locked. The last chunk is committed together with the response.
 *
 * If the process dies before that commit, the stored chunks stay a draft, which the sweep deletes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { callerOf, ownerOf, type Call } from '../../platform/contract/call.ts'
import { allowedCallerOf, keeperOf } from '../../platform/contract/quotas.ts'
import { ServiceError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../platform/services.ts'
import { boundKept } from '../../tables/kept-counts.ts'
import { eraseResumes, growDraft, insertChunk, insertResume, isDraft } from '../../tables/resumes.ts'
import { ensureTenant } from '../../tables/tenants.ts'
import { sealChunk } from './stored-resumes.ts'

/** The size of a stored chunk. It is far below the maximum packet size of every supported database server. */
export const chunkBytes = 256 * 1024

type UploadCall = Call<'uploadResume'>
type Needs = Pick<
  Services,
  'database' | 'clock' | 'contract' | 'failpoint' | 'fairly' | 'log' | 'secretKeys' | 'timings'
>

/**
 * Yields the file in chunks of `chunkBytes`; the last one may be shorter. A sender may deliver it in millions of
 * smaller pieces.
 */
export async function* chunksOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafeSlow(chunkBytes)
  let length = 0
  for await (const piece of file) {
    for (let from = 0; from < piece.length;) {
      const part = piece.subarray(from, from + chunkBytes - length)
      chunk.set(part, length)
      length += part.length
      from += part.length
      if (length < chunkBytes) continue
      yield chunk
      chunk = Buffer.allocUnsafeSlow(chunkBytes)
      length = 0
    }
  }
  if (length > 0) yield chunk.subarray(0, length)
}

/** An upload. `add` stores any chunk except the last one. `finish` stores the last one, inside a transaction. */
export class Draft {
  readonly id: string
  readonly #services: Needs
  readonly #call: UploadCall
  #chunks = 0
  #sizeBytes = 0
  /** Our id of the tenant; null until something is stored. */
  tenantId: string | null = null

  constructor(services: Needs, call: UploadCall) {
    this.#services = services
    this.#call = call
    this.id = newId('rs', services.clock.now())
  }

  async add(bytes: Uint8Array): Promise<void> {
    const { database, clock, failpoint, fairly, timings } = this.#services
    // Partners take turns. After each turn, uploads pause for as long as the turn took, so that they use at most half
    // of the database's time.
    this.tenantId = await fairly(callerOf(this.#call).partnerId, async () => {
      const beganAt = performance.now()
      const sealed = this.#seal(bytes)
      const tenantId = await database.transaction(async () => {
        boundKept(database, allowedCallerOf(this.#services, this.#call))
        return this.#store(bytes.length, sealed, { isDraft: 1, expiresAt: clock.now() + timings.draftKeptMs })
      })
      await delay(performance.now() - beganAt)
      return tenantId
    })
    await failpoint('chunk stored')
    this.#chunks += 1
    this.#sizeBytes += bytes.length
  }

  /** Stores the last chunk, and returns our id of the tenant. Safe to call again if the transaction is retried. */
  finish(last: Uint8Array, expiresAt: number): Promise<string> {
    return this.#store(last.length, this.#seal(last), { isDraft: 0, expiresAt })
  }

  async #store(length: number, bytes: Uint8Array, state: { isDraft: 0 | 1; expiresAt: number }): Promise<string> {
    const { id } = this
    const { database, clock } = this.#services
    const owner = ownerOf(this.#call)
    const growth = { ...state, sizeBytes: this.#sizeBytes + length }
    // `ensureTenant` also refuses the chunk while the partner is held for a move.
    const tenantId = await ensureTenant(this.#services, keeperOf(this.#services, this.#call))
    if (this.tenantId === null) await insertResume(database, owner, { id, tenantId, createdAt: clock.now(), ...growth })
    else if (!(await growDraft(database, { id, tenantId }, growth))) throw this.#deleted()
    await insertChunk(database, owner, { resumeId: id, place: this.#chunks, tenantId, bytes })
    return tenantId
  }

  /** Returns the error for a tenant that was deleted while the file arrived. */
  #deleted(): ServiceError {
    const { deletionSeconds } = this.#services.contract.retries.retryAfter
    return new ServiceError('TENANT_NOT_FOUND', { retryAfterSeconds: deletionSeconds })
  }

  #seal(bytes: Uint8Array): Uint8Array {
    return sealChunk(this.#services.secretKeys, this.id, this.#chunks, bytes)
  }

  /**
   * Deletes the stored chunks unless the upload is finished. Never rejects: the sweep deletes anything that is left.
   */
  async discard(): Promise<void> {
    const { id, tenantId } = this
    if (tenantId === null) return
    const { database, log } = this.#services
    const owner = ownerOf(this.#call)
    try {
      if (!(await isDraft(database, { id, tenantId }))) return
      while ((await database.transaction(() => eraseResumes(database, owner, tenantId, [id]))) > 0);
    } catch (err) {
      log.warn({ err }, 'could not delete the draft of an upload: the sweep will delete it')
    }
  }
}
