/**
 * The API that `make bench` compares with: the same routes, as a team would write them by hand for speed, on the same
 * MariaDB, RabbitMQ and Redis. It uses Fastify with compiled schemas, prepared statements, one statement per read and
 * one transaction per submission. It passes stored JSON through as text, and does not wait for the broker's confirms.
 *
 * Left out: keys, permissions and limits, except that it counts requests for the rate-limit status; rows for tenants;
 * the contract beyond these schemas; trace ids, logs and metrics; idempotency keys; quotas, fairness and the check of a
 * resume's address; recovery of a job whose message was lost between commit and publish. It does not batch concurrent
 * requests: each uses its own statements.
 */
import type { AddressInfo } from 'node:net'
import { connect } from 'amqplib'
import fastify from 'fastify'
import { openDatabase } from './database.ts'
import { addReads } from './reads.ts'
import { addRateLimits } from './rate-limits.ts'
import { addSubmissions } from './submissions.ts'

const { DATABASE_URL = '', AMQP_URL = '', REDIS_URL = '' } = process.env
/** Longer than any pause in a bench, so that connections stay open. */
const keepAliveTimeout = 60_000

const database = await openDatabase(DATABASE_URL)
const broker = await connect(AMQP_URL)
const channel = await broker.createConfirmChannel()
const queue = `screening.${new URL(DATABASE_URL).pathname.slice(1)}.singles`
await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })

const app = fastify({ keepAliveTimeout, exposeHeadRoutes: false })
addReads(app, database)
addSubmissions(app, database, (id) =>
  channel.sendToQueue(queue, Buffer.from(id), { persistent: true }, (error) => {
    if (error) console.error(`${id} was not published`)
  }),
)
addRateLimits(app, REDIS_URL)
await app.listen({ host: '127.0.0.1', port: 0 })
process.on('SIGTERM', () => process.exit(0))
console.log(`by hand is ready: http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
