/** The disk under DATA_DIR: whether the embedded database can still grow. */
import { statfs } from 'node:fs/promises'

export interface Disk {
  /** Null while there is room, else a short phrase for /readyz. */
  degraded(): Promise<string | null>
}

/**
 * `folder`: null if the process stores nothing on its own disk. A write needs room for its log and for the file itself.
 * Below `freeBytesMin`, writes are about to fail.
 */
export function createDisk(folder: string | null, freeBytesMin: number): Disk {
  return {
    async degraded() {
      if (folder === null) return null
      // Space available to this user: the rest may be reserved for the administrator.
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize < freeBytesMin ? 'the disk of DATA_DIR is full: writes fail' : null
    },
  }
}
