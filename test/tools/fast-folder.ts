import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's in-memory file system. Some containers have only 64 MB of it. */
const memory = '/dev/shm'
/** The free space that is required: far more than all tests that run at the same time need. */
const freeBytesMin = 2 * 2 ** 30

/**
 * Returns the folder for the data of the tests' servers. It is in memory if the machine has room there, because on a
 * disk, each commit waits for the disk. Otherwise, or if TMPDIR is set, it is the folder for temporary files.
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
