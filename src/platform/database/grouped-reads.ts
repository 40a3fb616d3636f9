/** Batches concurrent reads: 32 callers who read the same table at once cost little more than one (measured). */
import { createBatcher, type Batcher } from '../concurrency/batcher.ts'
import type { Database } from './database.ts'

/** Finds for many callers: a row, or null, for each key, in their order. */
export type FindAll<Key, Row> = (database: Database, keys: Key[]) => Promise<Row[]>

/**
 * Finds one key by `findAll`, in one statement with the other keys of this kind in flight; owners take turns. A kind has a
 * name of its own, which metrics show, and always the same `findAll`.
 */
export type GroupedRead = <Key, Row>(kind: string, findAll: FindAll<Key, Row>, owner: string, key: Key) => Promise<Row>

/** Keys of one statement: more callers than a process serves at most times. */
const batchMax = 64
/** Statements of one kind: while the database answers one, this process makes the next (an eighth more reads a second). */
const batchesAtOnce = 2

/** `observe`: what to notify of the batches of a kind. */
export function createGroupedRead(database: Database, observe: (kind: string) => (size: number) => void): GroupedRead {
  const asksServer = database.dialect !== 'sqlite'
  // The callers of a kind know the types of its keys and rows.
  const batchers = new Map<string, Batcher<never, unknown>>()
  return <Key, Row>(kind: string, findAll: FindAll<Key, Row>, owner: string, key: Key) => {
    let batcher = batchers.get(kind) as Batcher<Key, Row> | undefined
    if (!batcher) {
      batcher = createBatcher<Key, Row>(
        async (keys) => (await findAll(database, keys)).map((value) => ({ ok: true, value })),
        { max: batchMax, atOnce: batchesAtOnce, asksServer, isDivisible: () => false, observe: observe(kind) },
      )
      batchers.set(kind, batcher)
    }
    return batcher(owner, key)
  }
}
