/**
 * Where the service runs for `fairness.ts`: one process with nothing beside it, or two APIs and two workers on MariaDB,
 * RabbitMQ and Redis.
 *
 * Owns what it started, and ends it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endMember, startCluster } from '../../test/support/services/cluster.ts'
import { makeDatabase } from '../../test/support/harness.ts'
import { firstLine } from './first-line.ts'

export type Place = {
  /** One for each API. */
  urls: string[]
  /** Runs an operator's command on its data; what it says. */
  cli: (...argv: string[]) => string
  close: () => Promise<void>
}

export type Open = (settings: Record<string, string>) => Promise<Place>

const root = join(import.meta.dirname, '../..')

function cliOn(env: Record<string, string | undefined>): Place['cli'] {
  return (...argv) => execFileSync('node', ['src/cli.ts', ...argv], { cwd: root, env }).toString()
}

export const oneProcess: Open = async (settings) => {
  const folder = mkdtempSync(join(tmpdir(), 'screening-bench-'))
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'error', ...settings }
  const service = spawn('node', ['src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [, url = ''] = await firstLine(service, /ready on (\S+)/)
  return {
    urls: [url],
    cli: cliOn(env),
    async close() {
      service.kill('SIGKILL') // what is queued need not be waited for
      await once(service, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The services must be running. */
export const cluster: Open = async (theirs) => {
  const place = await makeDatabase()
  const settings = { ...place.settings, LOG_LEVEL: 'error', ...theirs }
  const members = await startCluster({ settings })
  return {
    urls: members.flatMap(({ url }) => url ?? []),
    cli: cliOn({ ...process.env, ...settings }),
    async close() {
      await Promise.all(members.map((member) => endMember(member, 'SIGKILL')))
      await place.remove()
    },
  }
}
