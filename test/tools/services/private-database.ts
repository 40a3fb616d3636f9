/** A private database on the services, with its own queues and counters. */
import { randomBytes } from 'node:crypto'
import { connect as connectAmqp } from 'amqplib'
import { createConnection as connectMysql } from 'mysql2/promise'
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
