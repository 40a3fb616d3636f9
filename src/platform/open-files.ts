/** Determines the maximum number of open files and sockets of the process. */

/** The number to use if the system sets no limit: more than a process can handle. */
const unlimited = 1_000_000

let known: number | undefined

/** Returns the system's limit, which Node raises to the maximum allowed when the process starts. */
export function openFilesMax(): number {
  return (known ??= readLimit())
}

function readLimit(): number {
  Object.assign(process.report, { excludeNetwork: true }) // otherwise the report resolves host names
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | string } } }
  return Number(userLimits?.open_files.soft) || unlimited
}
