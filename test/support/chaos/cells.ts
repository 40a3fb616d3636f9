/**
 * Two cells behind HAProxy: the default cell and `b`. Each has an API and a worker process, and its own database,
 * queues and counters. In the long form, `b` also has its own MariaDB, RabbitMQ and Redis; otherwise both cells use the
 * same ones, because starting a second broker takes ten seconds.
 */
import { randomBytes } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { openData } from '../../../src/app/open-data.ts'
import { issueKey, permissions } from '../../../src/features/access/api-keys.ts'
import { createPartner } from '../../../src/features/access/partners.ts'
import { setLimits } from '../../../src/features/access/rate-limits.ts'
import { readConfig } from '../../../src/kit/config.ts'
import { OffsetClock } from '../../../src/kit/time.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { endMember, startMember, type Member } from '../../tools/services/cluster.ts'
import { isGalera, isNewest } from '../../tools/services/packages.ts'
import { startOwnServices, type Place } from '../../tools/services/private-database.ts'
import { Client } from '../harness.ts'
import { makeMigratedDatabase } from '../migrated-database.ts'
import { startProxy, type CellsProxy } from './cells-proxy.ts'
import { isLong } from './rounds.ts'

export type Cell = {
  /** The settings for the cell's processes and the operator's commands. */
  settings: Record<string, string>
  database: Database
  members: Member[]
  /** The address of the cell's API. */
  url: string
  /**
   * Creates a partner with limits that are never reached, and returns a client that calls the service as this partner
   * through the proxy. With `isOld`, the partner's key contains no cell, like a key from a release without cells.
   */
  enter(partner: string, options?: { isOld?: boolean }): Promise<Client>
}

export type Cells = { proxy: CellsProxy; home: Cell; b: Cell }

/** Starts both cells and the proxy, and ends them when the test ends. */
export async function startCells(
  t: ExecutionContext,
  program: string,
  settings: Record<string, string> = {},
): Promise<Cells> {
  const [keyOfHome, keyOfB] = [secretKey(), secretKey()]
  const [home, b] = await Promise.all([
    startCell(t, makeMigratedDatabase(), { ...settings, SECRET_KEY: keyOfHome }),
    startCell(t, placeOfB(t), { ...settings, CELL: 'b', SECRET_KEYS: `${keyOfB},${keyOfHome}` }),
  ])
  const proxy = await startProxy(t, program, { default: home.url, b: b.url })
  const opened = ({ enter, ...cell }: Started): Cell => ({
    ...cell,
    enter: (partner, { isOld = false } = {}) => enter(t, proxy.url, partner, isOld),
  })
  return { proxy, home: opened(home), b: opened(b) }
}

type Started = Awaited<ReturnType<typeof startCell>>

function placeOfB(t: ExecutionContext): Promise<Place> {
  return isLong && !isNewest && !isGalera ? startOwnServices(t) : makeMigratedDatabase()
}

const secretKey = () => randomBytes(32).toString('base64')

const limits = Object.fromEntries(Object.keys(loadContract().defaultLimits).map((name) => [name, 100_000]))

async function startCell(t: ExecutionContext, making: Promise<Place>, own: Record<string, string>) {
  const place = await making
  t.teardown(place.remove)
  const { SECRET_KEY: _, ...urls } = place.settings
  const settings: Record<string, string> = { LOG_LEVEL: 'warn', TRUST_PROXY: '1', ...urls, ...own }
  const config = readConfig(settings, [])
  const { database } = await openData(config)
  t.teardown(() => database.close())
  const services = { cell: config.cell, database, clock: new OffsetClock(), contract: loadContract() }
  const starting = (['api', 'worker'] as const).map((role) => startMember({ name: role, role, settings }))
  t.teardown(async () => {
    const started = await Promise.allSettled(starting)
    await Promise.all(started.map((member) => member.status === 'fulfilled' && endMember(member.value)))
  })
  const members = await Promise.all(starting)
  return {
    settings,
    database,
    members,
    url: members[0]?.url as string,
    async enter(t: ExecutionContext, url: string, name: string, isOld: boolean): Promise<Client> {
      const { id: partnerId } = await createPartner(services, name)
      await setLimits(services, name, limits)
      const owner = { partnerId, environment: 'SANDBOX' } as const
      const { key, row } = await issueKey({ ...services, ...(isOld ? { cell: null } : {}) }, owner, { permissions })
      return new Client(t, url, key, 'acme', partnerId, row.id)
    },
  }
}
