/**
 * Uploaded resumes: their bytes in encrypted chunks, and the scoring jobs for which they were submitted.
 *
 * A resume is a draft until its last chunk is stored. Chunks are added only to drafts, while the draft's row is locked.
 * Submissions and workers ignore drafts. A deletion first makes a resume a draft again.
 */
import type { PartnerOwner } from '../kit/caller.ts'
import { isId } from '../kit/ids.ts'
import { bindList, columns, defineTable, type Database, type RowOf } from '../platform/database/database.ts'
import { addKept, countKept, countOwned } from './kept-counts.ts'
import { keptColumns, keptOf, type Kept } from './kept-sizes.ts'
import { tenants } from './tenants.ts'

const shape = {
  id: columns.id(),
  tenantId: columns.id(),
  /** The total size of the stored chunks. */
  sizeBytes: columns.integer(),
  isDraft: columns.flag(),
  createdAt: columns.instant(),
  /**
   * The time until which a resume can be submitted. For a draft, the time after which the process that uploads it is
   * considered lost.
   */
  expiresAt: columns.instant(),
}
export const resumes = defineTable(
  'resumes',
  shape,
  { indexes: { expiry: ['expiresAt'], tenant: ['tenantId'] } },
  { tenantId: tenants },
)
export type ResumeRow = RowOf<typeof shape>
/** A tenant's resume, by our ids. */
export type ResumeKey = Pick<ResumeRow, 'id' | 'tenantId'>

const chunkShape = {
  resumeId: columns.id(),
  /** The chunk's position, from 0. */
  place: columns.integer(),
  tenantId: columns.id(),
  /** The encrypted chunk. */
  bytes: columns.bytes(),
}
export const resumeChunks = defineTable('resume_chunks', chunkShape, {
  primaryKey: ['resumeId', 'place'],
  indexes: { tenant: ['tenantId'] },
})
export type ResumeChunkRow = RowOf<typeof chunkShape>

const useShape = {
  resumeId: columns.id(),
  scoringJobId: columns.id(),
  tenantId: columns.id(),
  applicationId: columns.id(),
}
export const resumeUses = defineTable('resume_uses', useShape, {
  primaryKey: ['resumeId', 'scoringJobId'],
  indexes: { application: ['tenantId', 'applicationId'] },
})
export type ResumeUseRow = RowOf<typeof useShape>

// ── uploads ────────────────────────────────────────────────────────────────────────────────────────

export async function insertResume(database: Database, owner: PartnerOwner, row: ResumeRow): Promise<void> {
  await database.insert(resumes, [row])
  countKept(database, owner, 'resumes', [row])
}

/** The columns that change with each chunk of a draft. */
type Growth = Pick<ResumeRow, 'sizeBytes' | 'isDraft' | 'expiresAt'>

/** Changes a draft and locks it until the transaction ends. Returns false if it was deleted in the meantime. */
export async function growDraft(database: Database, { id, tenantId }: ResumeKey, growth: Growth): Promise<boolean> {
  const { sizeBytes, isDraft, expiresAt } = growth
  const changed = await database.execute(
    `UPDATE resumes${database.by('PRIMARY')} SET sizeBytes = $1, isDraft = $2, expiresAt = $3 WHERE id = $4 AND tenantId = $5 AND isDraft = 1`,
    [sizeBytes, isDraft, expiresAt, id, tenantId],
  )
  return changed === 1
}

export async function insertChunk(database: Database, owner: PartnerOwner, row: ResumeChunkRow): Promise<void> {
  await database.insert(resumeChunks, [row])
  countKept(database, owner, 'resume_chunks', [row])
}

export async function isDraft(database: Database, { id, tenantId }: ResumeKey): Promise<boolean> {
  return (await database.model(resumes).count({ where: { id, tenantId, isDraft: 1 } })) > 0
}

// ── use ────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Returns the tenant's id for each of the given resumes that belongs to one of these tenants and can be submitted now.
 * These resumes cannot be deleted until the transaction ends.
 */
export async function shareResumes(
  database: Database,
  ids: readonly string[],
  tenantIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter(isId).sort()
  if (known.length === 0 || tenantIds.length === 0) return new Map()
  const rows = await database.select<ResumeKey>(
    `SELECT id, tenantId FROM resumes${database.by('PRIMARY')}
      WHERE id IN (${bindList(2, known)}) AND tenantId IN (${bindList(2 + known.length, tenantIds)})
        AND isDraft = 0 AND expiresAt > $1 ORDER BY id${database.forShare}`,
    [now, ...known, ...tenantIds],
  )
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]))
}

/** Records the scoring jobs for which resumes were submitted. */
export async function insertResumeUses(
  database: Database,
  rows: readonly (ResumeUseRow & PartnerOwner)[],
): Promise<void> {
  if (rows.length === 0) return
  countOwned(database, 'resume_uses', rows)
  const uses = rows.map(({ partnerId: _partner, environment: _environment, ...use }) => use)
  await database.insert(resumeUses, uses)
}

/** Returns a tenant's resume, unless it is a draft. */
export async function findResume(database: Database, { id, tenantId }: ResumeKey): Promise<ResumeRow | null> {
  return database.model(resumes).findOne({ where: { id, tenantId, isDraft: 0 } })
}

/** Returns a chunk's encrypted bytes; null if the chunk does not exist. */
export async function findChunk(
  database: Database,
  { id: resumeId, tenantId }: ResumeKey,
  place: number,
): Promise<Uint8Array | null> {
  const where = { resumeId, place, tenantId }
  const row = await database.model(resumeChunks).findOne({ attributes: ['bytes'], where })
  return row?.bytes ?? null
}

// ── deletion ───────────────────────────────────────────────────────────────────────────────────────

/** The number of chunks that a deletion removes in one transaction, which then takes a few milliseconds. */
const erasedChunksMax = 8

/**
 * Deletes some of the given resumes of a tenant, and returns the number of their chunks and rows that it deleted; 0
 * once none is left. Call it inside a transaction.
 */
export async function eraseResumes(
  database: Database,
  owner: PartnerOwner,
  tenantId: string,
  ids: readonly string[],
): Promise<number> {
  let erased = 0
  for (const id of ids) {
    if (erased >= erasedChunksMax) break
    erased += await eraseResume(database, owner, { id, tenantId }, erasedChunksMax - erased)
  }
  return erased
}

/** Deletes up to `chunksMax` chunks of a resume. Once none is left, deletes the resume and its other rows. */
async function eraseResume(
  database: Database,
  owner: PartnerOwner,
  { id, tenantId }: ResumeKey,
  chunksMax: number,
): Promise<number> {
  const key = [id, tenantId]
  if ((await endResumes(database, tenantId, [id])) === 0) return 0
  const chunks = await database.select<Kept & Pick<ResumeChunkRow, 'place'>>(
    `SELECT r.place, ${keptColumns('resume_chunks', 'r')} FROM resume_chunks r
      WHERE r.resumeId = $1 AND r.tenantId = $2 ORDER BY r.place LIMIT ${chunksMax}`,
    key,
  )
  const last = chunks.at(-1)
  if (last) {
    const sql = 'DELETE FROM resume_chunks WHERE resumeId = $1 AND tenantId = $2 AND place <= $3'
    await database.execute(sql, [...key, last.place])
  }
  for (const chunk of chunks) addKept(database, owner, chunk, -1)
  if (chunks.length === chunksMax) return chunks.length
  const uses = await database.execute('DELETE FROM resume_uses WHERE resumeId = $1 AND tenantId = $2', key)
  addKept(database, owner, keptOf('resume_uses', {}), -uses)
  await database.execute('DELETE FROM resumes WHERE id = $1 AND tenantId = $2', key)
  addKept(database, owner, keptOf('resumes', {}), -1)
  return chunks.length + 1
}

/** Returns some resumes of a tenant. */
export async function listResumesOfTenant(database: Database, tenantId: string): Promise<string[]> {
  const found = { attributes: ['id' as const], where: { tenantId }, limit: erasedChunksMax }
  return (await database.model(resumes).findAll(found)).map(({ id }) => id)
}

/** Returns the resumes that were submitted for an application. */
export async function listResumesOf(database: Database, tenantId: string, applicationId: string): Promise<string[]> {
  const rows = await database.select<{ id: string }>(
    'SELECT DISTINCT resumeId AS id FROM resume_uses WHERE tenantId = $1 AND applicationId = $2',
    [tenantId, applicationId],
  )
  return rows.map(({ id }) => id)
}

/** Makes resumes drafts again, so that submissions and workers ignore them. Returns their number. */
export async function endResumes(database: Database, tenantId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  return database.execute(
    `UPDATE resumes${database.by('PRIMARY')} SET isDraft = 1 WHERE tenantId = $1 AND id IN (${bindList(2, ids)})`,
    [tenantId, ...ids.toSorted()],
  )
}

/** Returns some resumes of all owners that expired before `before` and that no open scoring job needs. */
export async function listExpiredResumes(database: Database, before: number): Promise<(PartnerOwner & ResumeKey)[]> {
  return database.select(
    `SELECT r.id, r.tenantId, t.partnerId, t.environment FROM resumes r
       JOIN tenants t ON t.id = r.tenantId
      WHERE r.expiresAt < $1 AND NOT EXISTS (
        SELECT 1 FROM resume_uses u JOIN scoring_jobs s ON s.id = u.scoringJobId
         WHERE u.resumeId = r.id AND s.status IN ('PENDING', 'PROCESSING'))
      ORDER BY r.expiresAt LIMIT 100`,
    [before],
  )
}

// ── keys ───────────────────────────────────────────────────────────────────────────────────────────

/** Returns a hundred resumes of any owners, ordered by id, for the operator. */
export async function listResumeKeys(database: Database, afterId: string): Promise<ResumeKey[]> {
  return database.select('SELECT id, tenantId FROM resumes WHERE id > $1 ORDER BY id LIMIT 100', [afterId])
}

export async function replaceChunk(
  database: Database,
  { id, tenantId }: ResumeKey,
  place: number,
  bytes: Uint8Array,
): Promise<void> {
  await database.execute(
    `UPDATE resume_chunks${database.by('PRIMARY')} SET bytes = $1 WHERE resumeId = $2 AND place = $3 AND tenantId = $4`,
    [bytes, id, place, tenantId],
  )
}
