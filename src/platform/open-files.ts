/** How many files and sockets the process may have open at once. */

/** Where the system sets no limit, the size of what a process can handle does. */
const unlimited = 1_000_000

/** The system's limit, which Node has raised as far as it may. */
export function openFilesMax(): number {
  Object.assign(process.report, { excludeNetwork: true }) // else it looks the names of connections up
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | string } } }
  return Number(userLimits?.open_files.soft) || unlimited
}
