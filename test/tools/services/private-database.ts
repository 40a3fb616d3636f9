/** A private database on the services, with its own queues and counters, or private services. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { connect as connectAmqp } from 'amqplib'
import type { ExecutionContext } from 'ava'
import { createConnection as connectMysql } from 'mysql2/promise'
import { privateFolder, runProcess } from './process.ts'
import { readServices } from './services.ts'

export type Place = { settings: Record<string, string>; remove: () => Promise<void> }

/**
 * Creates a database, and queues and counters under its name.
 *
 * @throws Error if the services are not running
 */
export async function makeDatabase(): Promise<Place> {
  const services = readServices()
  if (!services) throw new Error('the services do not run: start them with `make services`')
  const name = `screening_${randomBytes(6).toString('hex')}`
  const admin = await connectMysql(services.DATABASE_URL)
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const url = new URL(services.DATABASE_URL)
  url.pathname = `/${name}`
  const settings = {
    DATABASE_URL: url.href,
    AMQP_URL: services.AMQP_URL,
    REDIS_URL: services.REDIS_URL,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const remove = async () => {
    const again = await connectMysql(services.DATABASE_URL)
    await again.query(`DROP DATABASE ${name}`)
    await again.end()
    const connection = await connectAmqp(services.AMQP_URL)
    const channel = await connection.createChannel()
    for (const queue of ['singles', 'batches', 'dead']) await channel.deleteQueue(`screening.${name}.${queue}`)
    await connection.close()
  }
  return { settings, remove }
}

/**
 * Starts a second set of MariaDB, RabbitMQ and Redis, with their own data, ports and processes, and stops it at the end
 * of the test. This takes about ten seconds. Returns the settings for a service that uses them.
 */
export async function startOwnServices(t: ExecutionContext): Promise<Place> {
  const script = join(import.meta.dirname, 'services.ts')
  const env = { SERVICES_FOLDER: privateFolder(t) }
  t.teardown(() => runProcess(t, env, ['node', script, 'stop']))
  const { code, stdout, stderr } = await runProcess(t, env, ['node', script, 'start'])
  if (code !== 0) throw new Error(`the services do not start: ${stderr}`)
  const settings = Object.fromEntries(
    [...stdout.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name as string, value as string]),
  )
  return { settings: { ...settings, SECRET_KEY: randomBytes(32).toString('base64') }, remove: async () => {} }
}
