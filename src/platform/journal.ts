/** An append-only file of lines. No line is lost in a crash. */
import { appendFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

export interface Journal {
  /** Resolves when the line is on disk. */
  append(line: string): Promise<void>
}

/**
 * Opens the journal, and creates the file (mode 600) if there is none. @throws Error with a message for the operator if
 * the file cannot be written
 */
export function openJournal(path: string): Journal {
  try {
    appendFileSync(path, '', { mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `DELETION_JOURNAL ${path} cannot be written (${code}): give a file in a folder to which this user can write.`,
      { cause: error },
    )
  }
  return {
    async append(line) {
      const file = await open(path, 'a', 0o600)
      try {
        // Each line begins with a line break, because a power loss may have left half a line, to which this line must
        // not be appended.
        await file.writeFile(`\n${line}\n`)
        await file.datasync()
      } finally {
        await file.close()
      }
    },
  }
}
