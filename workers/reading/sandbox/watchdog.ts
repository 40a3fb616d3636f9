/**
 * Ends the sandbox once the process that started it has ended.
 *
 * Runs as a thread of the sandbox, because a malicious file may hang its main thread. Removes the folder with its
 * files, and kills the process.
 */
import { readSync, rmSync } from 'node:fs'

/**
 * Removing the folder is tried up to `removalsMax` times, because the main thread may be writing a file. The first
 * pause is `removalPauseMs`, and each pause is longer than the previous one.
 */
const removalsMax = 50
const removalPauseMs = 1

// The server never writes to this pipe. So this call returns only when the server has ended, because the pipe is then
// closed.
try {
  readSync(0, Buffer.alloc(1))
  // Retries, because the main thread may be writing a file. Once the folder is removed, the main thread cannot write
  // another file.
  rmSync(process.cwd(), { recursive: true, force: true, maxRetries: removalsMax, retryDelay: removalPauseMs })
} finally {
  process.kill(-process.pid, 'SIGKILL')
}
