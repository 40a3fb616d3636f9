/** A server, and a caller whose requests are timed while other callers load the server. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { privateFolder, runProcess, startProcess, type Running } from '../../tools/services/process.ts'

export type Bystander = {
  server: Running
  /** Creates a partner with the default limits, or with the given ones, and returns its sandbox key. */
  enter(name: string, ...limits: string[]): Promise<string>
  /**
   * Returns how long each of this many consecutive reads took, in ms, the shortest first. Each read uses a new
   * connection.
   */
  readTimes(count: number): Promise<number[]>
}

export async function startBystander(t: ExecutionContext, env: Record<string, string> = {}): Promise<Bystander> {
  const settings = { DATA_DIR: join(privateFolder(t), 'data'), LOG_LEVEL: 'silent', ...env }
  const server = await startProcess(t, settings)
  const cli = async (...words: string[]) =>
    JSON.parse((await runProcess(t, settings, ['node', 'src/cli.ts', ...words])).stdout) as { key: string }
  const enter = async (name: string, ...limits: string[]) => {
    await cli('partners', 'create', name)
    if (limits.length > 0) await cli('partners', 'set-limits', name, ...limits)
    return (await cli('keys', 'create', '--partner', name, '--environment', 'sandbox')).key
  }
  const key = await enter('bystander', 'read_and_ops=10000', 'tenant_window=1000000')
  const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'a', Connection: 'close' }
  return {
    server,
    enter,
    async readTimes(count) {
      const taken: number[] = []
      while (taken.length < count) {
        const since = performance.now()
        const answer = await fetch(`${server.url}/v1/criteria-library`, { headers })
        if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
        taken.push(performance.now() - since)
      }
      return taken.sort((a, b) => a - b)
    },
  }
}
