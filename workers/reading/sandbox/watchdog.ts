/**
 * Ends the sandbox once the process that started it has ended.
 *
 * Runs as a thread of the sandbox, because a malicious file may hang its main thread. Removes the folder with its
 * files, and kills the process.
 */
import { readSync, rmSync } from 'node:fs'

/** A file that is being written is finished within milliseconds. Each pause is longer than the previous one. */
const removalsMax = 50
const removalPauseMs = 1

// The server never writes to this pipe, so the call returns when the other end closes, however the server ended.
try {
  readSync(0, Buffer.alloc(1))
  // The main thread may be writing a file at this moment. Once the folder is gone, it cannot write any more.
  rmSync(process.cwd(), { recursive: true, force: true, maxRetries: removalsMax, retryDelay: removalPauseMs })
} finally {
  process.kill(-process.pid, 'SIGKILL')
}
