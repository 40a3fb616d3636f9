/**
 * Batches of several kinds. A module defines how the items of a kind run as a batch. Each process creates a batcher for
 * a kind on first use.
 */
import { createBatcher, type Batcher, type BatcherSettings, type Outcome } from './batcher.ts'

/** Defines how items of one kind run. `name` appears in metrics. */
export type BatchKind<Context, Item, Result> = {
  name: string
  run: (context: Context, items: Item[]) => Promise<Outcome<Result>[]>
  /** True for reads: several batches can run concurrently, and a failed batch fails as a whole. */
  isRead: boolean
  /** See `BatcherSettings`. */
  linger: boolean
}

/** Returns this process's batcher for a kind. */
export type Batchers<Context> = <Item, Result>(kind: BatchKind<Context, Item, Result>) => Batcher<Item, Result>

/** Runs an item in a batch with other callers' items; owners take turns. */
export type Batched<Context, Item, Result> = (
  services: { batchers: Batchers<Context> },
  owner: string,
  item: Item,
) => Promise<Result>

/** Defines a kind of item whose batch runs as a unit, such as in one transaction. */
export function batched<Context, Item, Result>(
  name: string,
  run: BatchKind<Context, Item, Result>['run'],
  { linger = false } = {},
): Batched<Context, Item, Result> {
  const kind = { name, run, linger, isRead: false }
  return ({ batchers }, owner, item) => batchers(kind)(owner, item)
}

/**
 * Defines a kind of read: `findAll` returns a row, or null, for each key, in the same order. A batch of 32 reads costs
 * little more than a single read (measured).
 */
export function batchedRead<Database, Key, Row>(
  name: string,
  findAll: (database: Database, keys: Key[]) => Promise<Row[]>,
): Batched<{ database: Database }, Key, Row> {
  const run = async ({ database }: { database: Database }, keys: Key[]) =>
    (await findAll(database, keys)).map((value) => ({ ok: true as const, value }))
  const kind = { name, run, linger: false, isRead: true }
  return ({ batchers }, owner, key) => batchers(kind)(owner, key)
}

/** The maximum number of items in a batch, which is more than a process usually has at one time. */
const batchMax = 64
/** While the database runs one batch, this process prepares the next one (12 % more reads a second, measured). */
const readsAtOnce = 2

/**
 * Creates the batchers of a process. `observe` returns a function that is called with the size of each batch of a kind.
 */
export function createBatchers<Context>(
  context: Context,
  { isDivisible, queriesServer }: Pick<BatcherSettings, 'isDivisible' | 'queriesServer'>,
  observe: (name: string) => (size: number) => void = () => () => {},
): Batchers<Context> {
  const writing = { max: batchMax, isDivisible }
  const reading = { max: batchMax, atOnce: readsAtOnce, queriesServer, isDivisible: () => false }
  // The cast is safe, because a kind always has the same types of items and results.
  const batchers = new Map<object, Batcher<never, unknown>>()
  return <Item, Result>(kind: BatchKind<Context, Item, Result>) => {
    let batcher = batchers.get(kind) as Batcher<Item, Result> | undefined
    if (!batcher) {
      const { name, run, linger, isRead } = kind
      const settings = { ...(isRead ? reading : writing), linger, observe: observe(name) }
      batchers.set(kind, (batcher = createBatcher((items) => run(context, items), settings)))
    }
    return batcher
  }
}
