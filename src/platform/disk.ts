/** The disk under DATA_DIR: whether the embedded database can still grow. */
import { statfs } from 'node:fs/promises'

export interface Disk {
  /** Returns null while there is enough space, otherwise a short phrase for /readyz. */
  degraded(): Promise<string | null>
}

/**
 * Creates the check. `folder`: null if the process stores nothing on its own disk. `freeBytesMin`: with less free
 * space, writes are about to fail, because a write needs space in the log and in the file itself.
 */
export function createDisk(folder: string | null, freeBytesMin: number): Disk {
  return {
    async degraded() {
      if (folder === null) return null
      // `bavail` is the space available to this user; more may be reserved for the administrator.
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize < freeBytesMin ? 'the disk of DATA_DIR is full: writes fail' : null
    },
  }
}
