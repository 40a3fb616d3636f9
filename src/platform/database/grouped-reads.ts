/** Batches concurrent reads: 32 callers who read the same table at once cost little more than one (measured). */
import { createBatcher, type Batcher } from '../concurrency/batcher.ts'
import type { Database } from './database.ts'

/** Finds for many callers: a row, or null, for each key, in their order. */
export type FindAll<Key, Row> = (database: Database, keys: Key[]) => Promise<Row[]>

/** Finds one key by `findAll`, in one statement with the other keys in flight; owners take turns. */
export type GroupedRead = <Key, Row>(findAll: FindAll<Key, Row>, owner: string, key: Key) => Promise<Row>

/** Keys of one statement: more callers than a process serves at most times. */
const batchMax = 64
/** Statements of one kind: while the database answers one, this process makes the next (an eighth more reads a second). */
const batchesAtOnce = 2

/** `observe`: what to notify of the batches of a kind, by the name of the function that finds. */
export function createGroupedRead(database: Database, observe: (name: string) => (size: number) => void): GroupedRead {
  const asksServer = database.dialect !== 'sqlite'
  // By the function that finds; its callers know the types of its keys and rows.
  const batchers = new Map<FindAll<never, unknown>, Batcher<never, unknown>>()
  return <Key, Row>(findAll: FindAll<Key, Row>, owner: string, key: Key) => {
    let batcher = batchers.get(findAll) as Batcher<Key, Row> | undefined
    if (!batcher) {
      batcher = createBatcher<Key, Row>(
        async (keys) => (await findAll(database, keys)).map((value) => ({ ok: true, value })),
        { max: batchMax, atOnce: batchesAtOnce, asksServer, isDivisible: () => false, observe: observe(findAll.name) },
      )
      batchers.set(findAll, batcher)
    }
    return batcher(owner, key)
  }
}
