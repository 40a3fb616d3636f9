/**
 * Writes a long response piece by piece. A piece is written when the connection has taken the previous one and other
 * events have run. So a large response does not delay other responses, and if its client stops reading, only one piece
 * waits in the connection.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The piece size for data that is already in memory as bytes. */
export const pieceBytes = 65_536

/** How long creating pieces may block the event loop. */
const makingMsMax = 5

/**
 * Collects all pieces. Lets other events run every few milliseconds. Rejects with any error that the iterator throws.
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

/** Yields the bytes in pieces, without copying. */
export function* slicesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}

/**
 * Writes `pieces` and ends the response. Calls `note` for each piece that was handed to the connection. Stops early if
 * the connection ends.
 * @returns the number of bytes handed over
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

/** Resolves when the connection has taken all bytes that were written, or has ended. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return
  const settled = new AbortController()
  const either = ['drain', 'close'].map((event) => once(response, event, { signal: settled.signal }))
  await Promise.race(either)
  for (const wait of either) wait.catch(() => {})
  settled.abort()
}
