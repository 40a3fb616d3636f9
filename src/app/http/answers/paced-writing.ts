/**
 * Writes a long response piece by piece. A piece is written only after the connection has accepted the previous one and
 * other events have run. A large response therefore does not delay other responses, and if the client stops reading,
 * only one piece is buffered.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The size of the pieces into which a buffer is cut. */
export const pieceBytes = 65_536

/** How long creating pieces may block the event loop. */
const makingMsMax = 5

/**
 * Returns all pieces in an array. Lets other events run every few milliseconds. Rejects with any error that the
 * iterator throws.
 */
export async function collectPieces(pieces: Iterable<string>): Promise<string[]> {
  const all: string[] = []
  let turnedAt = performance.now()
  for (const piece of pieces) {
    all.push(piece)
    if (performance.now() - turnedAt < makingMsMax) continue
    await nextTurn()
    turnedAt = performance.now()
  }
  return all
}

/** Yields the buffer in pieces of `pieceBytes`, without copying. */
export function* slicesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}

/**
 * Writes `pieces` and ends the response. Calls `note` after each piece is passed to the connection. Stops early if the
 * connection closes.
 * @returns the number of bytes passed to the connection
 */
export async function writePaced(
  response: ServerResponse,
  pieces: Iterable<Buffer | string> | AsyncIterable<string>,
  note: (piece: Buffer | string) => void = () => {},
): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) {
    const encoded = typeof piece === 'string' ? Buffer.from(piece) : piece
    bytes += encoded.length
    const isTaken = response.write(encoded)
    note(piece)
    if (!isTaken) await drained(response)
    if (response.destroyed) return bytes
    await nextTurn()
  }
  response.end()
  return bytes
}

/** Resolves when the connection has accepted all bytes that were written, or has closed. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return
  const settled = new AbortController()
  const either = ['drain', 'close'].map((event) => once(response, event, { signal: settled.signal }))
  await Promise.race(either)
  for (const wait of either) wait.catch(() => {})
  settled.abort()
}
