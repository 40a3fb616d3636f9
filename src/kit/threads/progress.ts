/**
 * Records how far a thread has got with reading a file, in memory that the thread shares with the server.
 *
 * The server can still read this memory after the thread has crashed. Messages would wake the server for each step of
 * each file.
 */

/** `waiting`: the thread has not started on the file. `judging`: it has read the file, and the engine is running. */
export type Step = 'waiting' | 'reading' | 'judging'

/**
 * `sinceMs`: the start of the step, by the clock that all threads share (`monotonicMs` in `time.ts`). `fileSha256`: in
 * hexadecimal digits; null while waiting.
 */
export type Progress = { step: Step; sinceMs: number; fileSha256: string | null }

const steps: readonly Step[] = ['waiting', 'reading', 'judging']
const digestBytes = 32

/** Creates the memory for one file, in the step `waiting`. */
export function createProgress(sinceMs: number): SharedArrayBuffer {
  const progress = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT * 2 + digestBytes)
  beginStep(progress, 'waiting', sinceMs)
  return progress
}

function partsOf(progress: SharedArrayBuffer) {
  return {
    step: new Int32Array(progress, 0, 1),
    sinceMs: new Float64Array(progress, Float64Array.BYTES_PER_ELEMENT, 1),
    digest: new Uint8Array(progress, Float64Array.BYTES_PER_ELEMENT * 2),
  }
}

/** Records the start of a step. Without `fileSha256`, the stored hash does not change. */
export function beginStep(progress: SharedArrayBuffer, step: Step, sinceMs: number, fileSha256?: string): void {
  const parts = partsOf(progress)
  if (fileSha256 !== undefined) parts.digest.set(Buffer.from(fileSha256, 'hex'))
  parts.sinceMs[0] = sinceMs
  // The step is written last, so that a thread that sees the new step also sees the other new values.
  Atomics.store(parts.step, 0, steps.indexOf(step))
}

export function readProgress(progress: SharedArrayBuffer): Progress {
  const parts = partsOf(progress)
  const step = steps[Atomics.load(parts.step, 0)] as Step
  const fileSha256 = step === 'waiting' ? null : Buffer.from(parts.digest).toString('hex')
  return { step, sinceMs: parts.sinceMs[0]!, fileSha256 }
}
