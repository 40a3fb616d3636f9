/**
 * Quota lanes: the counts of a partner in an environment are divided among several rows, so that its transactions do
 * not wait for each other.
 *
 * Each lane has its own limit (its room), and the limits never add up to more than the quota. So counts stay within the
 * quota with any number of concurrent transactions. A transaction changes only one lane. If that lane is full, it locks
 * all lanes and redistributes the remaining room.
 */
import { randomInt } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Environment, PartnerOwner } from '../kit/caller.ts'
import { limitReached } from '../platform/contract/quotas.ts'
import { bindList, columns, defineTable, valuesById, type Database, type RowOf } from '../platform/database/database.ts'
import type { Kept } from './kept-sizes.ts'

const shape = {
  /** The owner and the lane's number. */
  id: columns.identifier(80),
  partnerId: columns.id(),
  environment: columns.enumeration<Environment>(16),
  openScoringJobs: columns.instant(),
  openScoringJobsRoom: columns.instant(),
  keptBytes: columns.instant(),
  keptBytesRoom: columns.instant(),
  /**
   * The quotas according to which the room was distributed. If the partner's quotas have changed since, the room is
   * redistributed.
   */
  allowed: columns.identifier(64),
  /** A random number that identifies the last transaction that wrote the lane. */
  turn: columns.instant(),
  /** How many times the owner was recounted; stored in the first lane. */
  recounts: columns.integer(),
}
export const quotaLanes = defineTable('quota_lanes', shape, { indexes: { owner: ['partnerId', 'environment'] } })
type LaneRow = RowOf<typeof shape>

const quotas = ['openScoringJobs', 'keptBytes'] as const
const laneColumns = ['openScoringJobs', 'openScoringJobsRoom', 'keptBytes', 'keptBytesRoom', 'allowed'] as const

/** A transaction's changes for one owner. `allowed` is set if an addition may be refused. */
export type Change = Kept & { owner: PartnerOwner; allowed: Kept | null; isExempt: boolean }

const lanesOf = (database: Database) => (database.dialect === 'sqlite' ? 1 : 8)
let nextLane = randomInt(8)

/** Returns a string that is unique for each owner. */
export function textOfOwner({ partnerId, environment }: PartnerOwner): string {
  return `${partnerId} ${environment}`
}

const laneId = (owner: PartnerOwner, lane: number) => `${textOfOwner(owner)} ${lane}`

const textOf = ({ openScoringJobs, keptBytes }: Kept) => `${openScoringJobs} ${keptBytes}`
/**
 * Owners that are close to a quota. Their changes lock all lanes from the start, in order. Otherwise, two transactions
 * could deadlock on MariaDB, where a transaction that finds its lane full keeps its lock on that lane while it waits
 * for the others.
 */
const nearlyFull = new LRUCache<string, true>({ max: 10_000 })
const nearlyFullTimes = 10
/** The room that a change needs if it cannot be refused: so little that every lane has it. */
const nothing = Number.MIN_SAFE_INTEGER

/**
 * Writes a transaction's changes, as its last statement. The changes are sorted by owner, so that two transactions
 * cannot deadlock.
 * @throws VALIDATION_ERROR if a quota is exceeded
 */
export async function writeLanes(database: Database, all: readonly Change[]): Promise<void> {
  const changes = all.filter((change) => quotas.some((quota) => change[quota] !== 0))
  if (changes.length === 0) return
  nextLane = (nextLane + 1) % lanesOf(database)
  const lane = nextLane
  const turn = randomInt(2 ** 47)
  const sorted = changes.map((change) => ({ id: laneId(change.owner, lane), change }))
  sorted.sort((one, other) => (one.id < other.id ? -1 : 1))
  const isFull = ({ change }: LaneChange) => boundsOf(change) !== null && nearlyFull.has(textOfOwner(change.owner))
  const [full, rows] = [sorted.filter(isFull), sorted.filter((row) => !isFull(row))]
  if (rows.length > 0 && (await changeLanes(database, rows, turn)) < rows.length)
    full.push(...(await listOthers(database, rows, turn)))
  for (const { change } of full) await share(database, change, lane)
}

type LaneChange = { id: string; change: Change }

/** Changes one lane of each owner, if the lane has room; returns how many lanes were changed. */
async function changeLanes(database: Database, rows: readonly LaneChange[], turn: number): Promise<number> {
  const values = rows.map(({ id, change }) => {
    const bounded = boundsOf(change)
    const needOf = (quota: keyof Kept) => (bounded && change[quota] > 0 ? change[quota] : nothing)
    const { openScoringJobs, keptBytes } = change
    const needs = { openNeed: needOf('openScoringJobs'), bytesNeed: needOf('keptBytes') }
    return { id, openScoringJobs, keptBytes, ...needs, allowed: bounded ? textOf(bounded) : '' }
  })
  const names = ['openScoringJobs', 'keptBytes', 'openNeed', 'bytesNeed', 'allowed'] as const
  const { where, valueOf, binds } = valuesById(2, values, names)
  return database.execute(
    `UPDATE quota_lanes${database.by('PRIMARY')} SET turn = $1,
        openScoringJobs = openScoringJobs + ${valueOf('openScoringJobs')}, keptBytes = keptBytes + ${valueOf('keptBytes')}
      WHERE ${where} AND ${valueOf('allowed')} IN ('', allowed)
        AND openScoringJobs + ${valueOf('openNeed')} <= openScoringJobsRoom
        AND keptBytes + ${valueOf('bytesNeed')} <= keptBytesRoom`,
    [turn, ...binds],
  )
}

/** Returns the quotas for a change; null if the change cannot be refused. */
function boundsOf(change: Change): Kept | null {
  return change.isExempt || quotas.every((quota) => change[quota] <= 0) ? null : change.allowed
}

/** Returns the changes whose lane this transaction did not update. */
async function listOthers(database: Database, rows: readonly LaneChange[], turn: number): Promise<LaneChange[]> {
  const ids = rows.map(({ id }) => id)
  const written = await database.select<{ id: string }>(
    `SELECT id FROM quota_lanes WHERE id IN (${bindList(2, ids)}) AND turn = $1`,
    [turn, ...ids],
  )
  const done = new Set(written.map(({ id }) => id))
  return rows.filter(({ id }) => !done.has(id))
}

/**
 * Locks all lanes of an owner, makes the change, and distributes the remaining room among the lanes.
 * @throws VALIDATION_ERROR if the quotas are exceeded
 */
async function share(database: Database, change: Change, lane: number): Promise<void> {
  const bounded = boundsOf(change)
  const owner = textOfOwner(change.owner)
  if (bounded) nearlyFull.set(owner, true)
  const lanes = await lockLanes(database, change.owner)
  const total = (quota: keyof Kept) => lanes.reduce((sum, row) => sum + row[quota], change[quota])
  for (const quota of quotas)
    if (bounded && change[quota] > 0 && total(quota) > bounded[quota]) throw limitReached(quota, bounded[quota])
  const roomOf = (quota: keyof Kept, keptMax: Kept) =>
    Math.max(0, Math.floor((keptMax[quota] - total(quota)) / lanes.length))
  const hasRoom = (quota: keyof Kept) =>
    !bounded || change[quota] <= 0 || roomOf(quota, bounded) > nearlyFullTimes * change[quota]
  if (quotas.every(hasRoom)) nearlyFull.delete(owner)
  const rows = lanes.map((row, index) => {
    const usedOf = (quota: keyof Kept) => row[quota] + (index === lane ? change[quota] : 0)
    const [openScoringJobs, keptBytes] = quotas.map(usedOf) as [number, number]
    const used = { ...row, openScoringJobs, keptBytes }
    if (!bounded) return used
    const openScoringJobsRoom = openScoringJobs + roomOf('openScoringJobs', bounded)
    const keptBytesRoom = keptBytes + roomOf('keptBytes', bounded)
    return { ...used, openScoringJobsRoom, keptBytesRoom, allowed: textOf(bounded) }
  })
  const { set, where, binds } = valuesById(1, rows, laneColumns)
  await database.execute(`UPDATE quota_lanes${database.by('PRIMARY')} SET ${set(laneColumns)} WHERE ${where}`, binds)
}

async function lockLanes(database: Database, { partnerId, environment }: PartnerOwner): Promise<LaneRow[]> {
  const numbers = [...Array(lanesOf(database)).keys()]
  const ids = numbers.map((lane) => laneId({ partnerId, environment }, lane))
  const select = () =>
    database.select<LaneRow>(
      `SELECT * FROM quota_lanes${database.by('PRIMARY')} WHERE id IN (${bindList(1, ids)}) ORDER BY id${database.forUpdate}`,
      ids,
    )
  const found = await select()
  if (found.length === ids.length) return found
  const none = { openScoringJobs: 0, openScoringJobsRoom: 0, keptBytes: 0, keptBytesRoom: 0, allowed: '' }
  const rows = ids.map((id) => ({ id, partnerId, environment, ...none, turn: 0, recounts: 0 }))
  await database.insert(quotaLanes, rows, { keepExisting: true })
  return select()
}

/** Returns the id of an owner's first lane, and creates the lane if it is missing. */
export async function firstLaneOf(database: Database, owner: PartnerOwner): Promise<string> {
  await database.transaction(() => lockLanes(database, owner))
  return laneId(owner, 0)
}

/** Returns an owner's counts; 0 if nothing was ever counted. */
export async function listKept(database: Database, owner: PartnerOwner): Promise<Kept> {
  const { partnerId, environment } = owner
  const [row] = await database.select<Kept>(
    `SELECT ${sums} FROM quota_lanes WHERE partnerId = $1 AND environment = $2 GROUP BY partnerId, environment`,
    [partnerId, environment],
  )
  return shown(row)
}

/** Returns the counts of every owner that has any, by `textOfOwner`. */
export async function listEveryKept(database: Database): Promise<Map<string, Kept>> {
  const rows = await database.select<PartnerOwner & Kept>(
    `SELECT partnerId, environment, ${sums} FROM quota_lanes GROUP BY partnerId, environment`,
  )
  return new Map(rows.map((row) => [textOfOwner(row), shown(row)]))
}

const sums = 'SUM(openScoringJobs) AS openScoringJobs, SUM(keptBytes) AS keptBytes'

/**
 * Returns counts that are at least 0. Stored counts can be negative: servers from the previous release do not count the
 * rows that they insert, but when these rows are deleted, they are subtracted.
 */
export function shown(row: Kept | undefined): Kept {
  return { openScoringJobs: Math.max(0, row?.openScoringJobs ?? 0), keptBytes: Math.max(0, row?.keptBytes ?? 0) }
}
