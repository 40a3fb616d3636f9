/**
 * The sandbox's own end: when the thread that started it is gone, so is everything of it.
 *
 * Runs as a thread of the sandbox, because its main thread may be lost in a hostile file. Owns nothing
 * but the end: the folder with its files, the process, and the converters it started.
 */
import { readSync, rmSync } from 'node:fs'

/** A file that was under way when its thread was lost takes milliseconds; each pause is one longer than the last. */
const removalsMax = 50
const removalPauseMs = 1

// Nobody ever writes to this pipe: the call comes back when its other end is closed, however the
// thread or its process ended. A converter shares the process group and dies with it.
try {
  readSync(0, Buffer.alloc(1))
  // The main thread may write a file at this very moment; it cannot any more once the folder is gone.
  rmSync(process.cwd(), { recursive: true, force: true, maxRetries: removalsMax, retryDelay: removalPauseMs })
} finally {
  process.kill(-process.pid, 'SIGKILL')
}
