/** What keeps a run from happening: one line for a person, who knows then what to do. It is no verdict. */
export class CouldNotRun extends Error {}

/** The line for a fault of the machine; any other error as it is. */
export function explained(error: unknown): Error {
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC')
    return new CouldNotRun(
      `the disk is full (${path ?? 'while writing'}): free some space, or set OUT to another folder`,
    )
  return error as Error
}
