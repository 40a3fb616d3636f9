import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's file system in memory. Some containers have only 64 MB of it. */
const memory = '/dev/shm'
/** Far more than the files of all tests that run at once. */
const freeBytesMin = 2 * 2 ** 30

/**
 * Returns the folder for the data of the tests' servers: in memory if the machine has room there, because on a disk
 * each commit waits for it. Otherwise, or if TMPDIR is set, the folder for temporary files.
 */
export function fastFolder(): string {
  if (process.env.TMPDIR) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= freeBytesMin ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}
