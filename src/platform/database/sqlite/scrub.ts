/**
 * The thread of a `Scrubber`. It is the only thread in which SQLite may block, and the only code besides SQLite that
 * writes to SQLite's file. It writes only zeros, and only to bytes that SQLite does not use.
 *
 * Why this is safe:
 * - No other process writes to the file, and no newer version of a page exists. Pages reach the file only through the
 *   write-ahead log. The log is empty, and no process can add to it, because `BEGIN IMMEDIATE` takes SQLite's own lock.
 * - A page has the same meaning with or without the zeros. So a process can read the page while it is written, and a
 *   crash or a power loss can stop the write at any byte. (SQLite also relies on a disk that does not change
 *   neighbouring bytes.)
 * - A connection with an old copy of a page in its cache does not write it back: our commit invalidates all caches.
 *
 * Why nothing is left, even if other processes write at the same time: when SQLite balances pages, it may move bytes to
 * a page that was already read. But the log lists every page that changes, and each step wipes those pages. Between the
 * steps, our read transaction prevents SQLite from overwriting the log.
 */
import { closeSync, fdatasyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { withCode } from './link.ts'
import { leftoverOf, pagesInLog, pagesMax } from './pages.ts'
import type { ScrubAnswer, ScrubTask } from './scrubber.ts'

/**
 * The maximum time for which a step waits for another process. It is short, because the writers of this process wait
 * for the step.
 */
const busyTimeoutMs = 20
/** A step stops wiping after this time, once it has examined `pagesMin` pages. A page takes 15 µs. */
const wipeMs = 10
/**
 * The minimum number of pages that a step examines. It exceeds the number of pages that are added to the log between
 * two steps. Otherwise, a scrub would not end while others keep writing.
 */
const pagesMin = 500
const chunkBytes = 4 * 1024 * 1024
/**
 * The search pauses when it has found this many pages to wipe, or when the log has `logBytesMax` bytes. With more pages
 * or a larger log, a step would take longer.
 */
const suspectsMax = 5_000
const logBytesMax = 1024 * 1024
/**
 * The pause in milliseconds for each millisecond of reading, because the threads of a process may share a single CPU.
 */
const restMs = 3
const userVersionsMax = 2 ** 31

const { path, descriptor } = workerData as { path: string; descriptor: number }
const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
const log = `${database.location()}-wal`
// Our commit only notifies the other connections; it need not survive a power loss.
database.exec('PRAGMA synchronous = NORMAL')
// With auto_vacuum, a pointer-map page may look like a page of a b-tree.
if (valueOf('auto_vacuum') !== 0 || valueOf('page_count') > pagesMax) {
  throw new Error('the file has pages of unknown type')
}
const pageBytes = valueOf('page_size')
const page = Buffer.alloc(pageBytes)
const zeros = Buffer.alloc(pageBytes)
const pageNumber = Buffer.alloc(4)
/** Offsets of the pages that may contain something to wipe. */
const suspects = new Set<number>()
let foundTo = 0
let isFound = false

const tasks: Record<ScrubTask, () => ScrubAnswer | Promise<ScrubAnswer>> = { sync, find, wipe }

const answer = async (task: ScrubTask): Promise<void> => parentPort!.postMessage(await tasks[task]())

parentPort!.on('message', (task: ScrubTask) => void answer(task))

/** Syncs the file to disk while no writer waits. Otherwise, the next checkpoint would do this while writers wait. */
function sync(): ScrubAnswer {
  fdatasyncSync(descriptor)
  return 'done'
}

/**
 * Continues the search for pages to wipe. Pauses leave most of the CPU to other work. A page that is written while it
 * is read is also in the log, and is examined again.
 */
async function find(): Promise<ScrubAnswer> {
  const chunk = Buffer.alloc(chunkBytes)
  while (!isFound) {
    const since = performance.now()
    const bytes = readSync(descriptor, chunk, 0, chunkBytes, foundTo)
    for (let at = 0; at + pageBytes <= bytes; at += pageBytes)
      if (leftoverOf(chunk.subarray(at, at + pageBytes))) suspects.add(foundTo + at)
    foundTo += bytes
    isFound = bytes < chunkBytes
    if (suspects.size > suspectsMax || statSync(log).size > logBytesMax) return 'more'
    await delay(restMs * (performance.now() - since))
  }
  return 'done'
}

/** Empties the log, which moves the last version of each page into the file, and wipes some of the suspects. */
function wipe(): ScrubAnswer {
  release()
  const version = valueOf('data_version')
  addThoseInLog()
  const hasWiped = valueOf('wal_checkpoint(TRUNCATE)') === 0 && begin() && wipeSome()
  hold()
  // If another process wrote in the meantime, its changes may have left the log before it was read. Then the whole file
  // is read again.
  if (valueOf('data_version') !== version) [foundTo, isFound] = [0, false]
  if (!hasWiped) return 'busy'
  return isFound && suspects.size === 0 ? 'done' : 'more'
}

/** Starts a read transaction, which prevents SQLite from overwriting the log. */
function hold(): void {
  database.exec('BEGIN')
  valueOf('user_version') // the transaction starts with the first read
}

function release(): void {
  if (database.isTransaction) database.exec('COMMIT')
}

function addThoseInLog(): void {
  const logDescriptor = openSync(log, 'r')
  const read = (at: number) => (readSync(logDescriptor, pageNumber, 0, pageNumber.length, at), pageNumber)
  for (const number of pagesInLog(statSync(log).size, pageBytes, read)) suspects.add((number - 1) * pageBytes)
  closeSync(logDescriptor) // safe: no process has a lock on the log file itself
}

function begin(): boolean {
  try {
    database.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (withCode(error).code === 'SQLITE_BUSY') return false
    throw error
  }
}

/** Ends the transaction. Returns false, without wiping, if another process has written since the log was emptied. */
function wipeSome(): boolean {
  const isEmpty = statSync(log).size === 0
  if (isEmpty && wipeFor(wipeMs) > 0) {
    // This change makes every connection drop the cached pages that it has read since the log was emptied.
    database.exec(`PRAGMA user_version = ${(valueOf('user_version') + 1) % userVersionsMax}`)
  }
  database.exec('COMMIT')
  return isEmpty
}

/** Returns the number of bytes that were wiped. */
function wipeFor(durationMs: number): number {
  const until = performance.now() + durationMs
  let [looked, wiped] = [0, 0]
  for (const at of suspects) {
    wiped += wipePage(at)
    suspects.delete(at)
    looked += 1
    if (looked >= pagesMin && performance.now() > until) break
  }
  return wiped
}

function wipePage(at: number): number {
  // A page may be beyond the end of the file: a transaction that was rolled back may have put it into the log.
  if (readSync(descriptor, page, 0, pageBytes, at) < pageBytes) return 0
  const leftover = leftoverOf(page)
  return leftover ? writeSync(descriptor, zeros, 0, leftover.end - leftover.start, at + leftover.start) : 0
}

/** Returns the first value that a pragma returns. */
function valueOf(pragma: string): number {
  return Object.values(database.prepare(`PRAGMA ${pragma}`).get()!)[0] as number
}
