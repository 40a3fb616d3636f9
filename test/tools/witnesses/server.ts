/**
 * A server for an external tool, in this process, with its own data and a key whose limits and quotas are never
 * reached.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../../src/app/server.ts'
import { issueKey, permissions } from '../../../src/features/access/api-keys.ts'
import { createPartner } from '../../../src/features/access/partners.ts'
import { setQuotas } from '../../../src/features/access/quotas.ts'
import { setLimits } from '../../../src/features/access/rate-limits.ts'
import type { Limits } from '../../../src/kit/caller.ts'
import { readConfig } from '../../../src/kit/config.ts'
import { createLog } from '../../../src/kit/log.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'

export type Subject = {
  url: string
  /** A sandbox key with every permission. */
  key: string
  stop: () => Promise<void>
}

/** Starts the embedded default on free ports. `stop` ends it and removes its data. */
export async function startSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'screening-witness-'))
  const settings = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', DATA_DIR: folder }
  const log = createLog('fatal', loadContract().sensitive)
  const server = await startServer(readConfig(settings, ['--role', 'all']), log)
  const { id, name } = await createPartner(server.services, 'witness')
  await setLimits(server.services, name, wideLimits())
  await setQuotas(server.services, name, { webhookEndpoints: 1_000_000, apiKeys: 1_000_000 })
  const owner = { partnerId: id, environment: 'SANDBOX' } as const
  const { key } = await issueKey(server.services, owner, { permissions: [...permissions] })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
  return { url: server.url as string, key, stop }
}

/** Limits that no external tool reaches. */
function wideLimits(): Limits {
  return Object.fromEntries(Object.keys(loadContract().defaultLimits).map((name) => [name, 1_000_000])) as Limits
}
