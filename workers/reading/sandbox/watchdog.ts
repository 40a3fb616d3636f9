/**
 * Ends the sandbox once the process that started it is gone.
 *
 * Runs as a thread of the sandbox, because a hostile file may hang its main thread. Removes the folder with its files, and kills the process.
 */
import { readSync, rmSync } from 'node:fs'

/** Writing the file that was under way takes milliseconds; each pause is one longer than the last. */
const removalsMax = 50
const removalPauseMs = 1

// The server never writes to this pipe: the call returns when the other end closes, however the server ended.
try {
  readSync(0, Buffer.alloc(1))
  // The main thread may be writing a file at this moment; once the folder is gone it cannot.
  rmSync(process.cwd(), { recursive: true, force: true, maxRetries: removalsMax, retryDelay: removalPauseMs })
} finally {
  process.kill(-process.pid, 'SIGKILL')
}
