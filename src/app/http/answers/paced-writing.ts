/**
 * Writes a long answer piece by piece: the next one when the connection has taken the one before, and after the event
 * loop has turned. So an answer of megabytes delays nobody, and one that is not read takes the memory of a piece.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Of what is in memory as bytes. */
export const pieceBytes = 65_536

/** For making pieces: how long the event loop waits until it turns. */
const makingMsMax = 5

/** All pieces; between two of them the event loop turns as often as it must. Throws what making a piece throws. */
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

/** Bytes in pieces; nothing is copied. */
export function* slicesOf(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}

/**
 * Writes `pieces` and ends the answer; `note` hears of each that was handed over. Ends early when the connection does.
 * @returns the bytes that were handed over
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

/** Resolves when the connection has taken what it was given, or has ended. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return
  const settled = new AbortController()
  const either = ['drain', 'close'].map((event) => once(response, event, { signal: settled.signal }))
  await Promise.race(either)
  for (const wait of either) wait.catch(() => {})
  settled.abort()
}
