/** An append-only file of lines. No line is lost in a crash. */
import { appendFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

export interface Journal {
  /** Resolves when the line is on disk. */
  append(line: string): Promise<void>
}

/** Creates the file if there is none (mode 600). @throws Error with a message for the operator if it cannot be written */
export function openJournal(path: string): Journal {
  try {
    appendFileSync(path, '', { mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`DELETION_JOURNAL ${path} cannot be written (${code}): name a file in a folder of this user.`, {
      cause: error,
    })
  }
  return {
    async append(line) {
      const file = await open(path, 'a', 0o600)
      try {
        // Begins with a line break, because a power loss may have left half a line that this one must not be appended
        // to.
        await file.writeFile(`\n${line}\n`)
        await file.datasync()
      } finally {
        await file.close()
      }
    },
  }
}
