/** How many files and sockets the process may have open at once. */

/** Used if the system sets no limit: more than a process can handle. */
const unlimited = 1_000_000

/** Returns the system's limit, which Node raises to the maximum allowed. */
export function openFilesMax(): number {
  Object.assign(process.report, { excludeNetwork: true }) // otherwise the report resolves the host names of connections
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | string } } }
  return Number(userLimits?.open_files.soft) || unlimited
}
