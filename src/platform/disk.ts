/** Checks whether the disk of DATA_DIR has enough space for the embedded database to grow. */
import { statfs } from 'node:fs/promises'

export interface Disk {
  /** Returns null while there is enough space, otherwise a short phrase for /readyz. */
  degraded(): Promise<string | null>
}

/**
 * Creates the check. `folder` is null if the process stores nothing on its own disk. With less free space than
 * `freeBytesMin`, writes will soon fail, because a write needs space in the write-ahead log and in the file itself.
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
