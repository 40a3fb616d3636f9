/** Returns how many milliseconds of CPU `work` takes in this thread. Other load on the machine does not change this. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
