/**
 * Resumes that callers upload instead of providing a URL.
 *
 * The file is stored, encrypted, while it arrives. The upload takes effect when its last chunk and the response are
 * committed. If the process dies before that commit, there is no resume, and a repeat uploads the file again. After the
 * commit, a repeat gets the stored response.
 */
import { createHash } from 'node:crypto'
import { toIso } from '../../kit/time.ts'
import type { Reply } from '../../platform/contract/call.ts'
import type { Handler } from '../../platform/services.ts'
import { chunksOf, Draft } from './drafts.ts'
import { urlOf } from './stored-resumes.ts'

export const uploadResume: Handler<'uploadResume'> = async (call, services) => {
  if (call.file === null) throw new Error('the body of an upload is a file in the contract')
  const draft = new Draft(services, call)
  const digest = createHash('sha256')
  let sizeBytes = 0
  let last: Uint8Array = new Uint8Array()
  try {
    for await (const chunk of chunksOf(call.file)) {
      if (last.length > 0) await draft.add(last)
      digest.update(chunk)
      sizeBytes += chunk.length
      last = chunk
    }
    const sha256 = digest.digest('hex')
    let tenantId: string | null = null
    // Repeated requests are compared by the hash of the file, because the multipart boundaries differ each time.
    const hashed: typeof call = { ...call, bodySha256: sha256, begunFor: draft.tenantId ?? call.begunFor ?? null }
    return await services.write(
      hashed,
      async (): Promise<Reply<'uploadResume'>> => {
        const expiresAt = services.clock.now() + services.timings.resumesKeptMs
        tenantId = await draft.finish(last, expiresAt)
        const { id } = draft
        const resume = { id, url: urlOf(id), sizeBytes, sha256, expiresAt: toIso(expiresAt) }
        return { status: 201, body: { resume } }
      },
      // The stored answer contains the file's hash, and any application of the tenant may be scored from the file. So
      // the answer is deleted as soon as an application of the tenant is deleted.
      () => ({ tenantId, applicationId: tenantId }),
    )
  } finally {
    await draft.discard()
  }
}
