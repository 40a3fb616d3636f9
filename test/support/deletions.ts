/**
 * Helpers for tests of deletions. They run deletions, and search for a string in everything that the service stores.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectAmqp } from 'amqplib'
import { workDeletions } from '../../src/features/deletions/eraser.ts'
import { decrypt } from '../../src/kit/encryption.ts'
import type { Services } from '../../src/platform/services.ts'
import { type Answer, backend, type Client, type Harness } from './harness.ts'
import { still as stillTimings } from './still-timings.ts'

/** Timings under which nothing runs periodically, not even deletions. */
export const still = { ...stillTimings, deletionSweepMs: 1e9, closedTenantsMs: 1e9 }

/** Requests a deletion, runs it to completion, and returns the finished deletion request. */
export async function deleteNow(client: Client, services: Services, path: string): Promise<Answer> {
  const { headers } = await client.send('DELETE', path)
  await workDeletions(services)
  return client.get(headers.location as string)
}

export async function tablesOf({ database }: Services): Promise<Record<string, Record<string, unknown>[]>> {
  const names = await database.select<{ name: string }>(
    database.dialect === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  )
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const { name } of names) tables[name] = await database.select(`SELECT * FROM \`${name}\``)
  return tables
}

/**
 * Returns where a string is stored: names of tables, queues and files, and `log`. Reads whole tables, and decrypts
 * stored responses.
 */
export async function placesOf(harness: Harness, text: string): Promise<string[]> {
  const { services } = harness.server
  const tables = Object.entries(await tablesOf(services)).map(([name, rows]) => ({
    place: `table ${name}`,
    held: rows.flatMap((row) => Object.values(row).map((value) => toText(services, row, value))),
  }))
  const sources = [
    ...tables,
    ...(await queuesOf(harness)),
    { place: 'log', held: harness.log },
    ...filesUnder(tmpdir(), (name) => name.startsWith('resume-')),
    ...(backend === 'embedded' ? filesUnder(harness.settings['DATA_DIR'] as string, () => true) : []),
  ]
  return sources.filter(({ held }) => held.some((kept) => kept.includes(text))).map(({ place }) => place)
}

function toText({ secretKeys }: Services, row: Record<string, unknown>, value: unknown): string {
  if (!Buffer.isBuffer(value)) return String(value)
  const contexts = [row['id'], `${row['resumeId']} ${row['place']}`] as string[]
  for (const context of contexts) {
    try {
      return decrypt(secretKeys, context, value)
    } catch {
      continue
    }
  }
  return value.toString('latin1')
}

type Source = { place: string; held: string[] }

/**
 * Returns a folder's files. A folder may disappear while it is being read, because other tests create and remove
 * theirs.
 */
function filesUnder(folder: string, isMeant: (name: string) => boolean): Source[] {
  return readdirSync(folder)
    .filter(isMeant)
    .flatMap((name): Source[] => {
      const path = join(folder, name)
      try {
        return [{ place: `file ${name}`, held: [readFileSync(path, 'latin1')] }]
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EISDIR' ? filesUnder(path, () => true) : []
      }
    })
}

/** Returns the messages in the queues without removing them. */
async function queuesOf({ server, settings }: Harness): Promise<Source[]> {
  if (!settings['AMQP_URL']) return []
  const connection = await connectAmqp(settings['AMQP_URL'])
  const channel = await connection.createChannel()
  const sources: Source[] = []
  for (const queue of ['singles', 'batches', 'dead']) {
    const held: string[] = []
    for (;;) {
      const message = await channel.get(`screening.${server.services.database.name}.${queue}`)
      if (!message) break
      held.push(JSON.stringify(message.properties) + message.content.toString())
    }
    sources.push({ place: `queue ${queue}`, held })
  }
  // Unacknowledged messages return to the queue when the connection ends.
  await connection.close()
  return sources
}
