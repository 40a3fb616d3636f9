/**
 * For each of the private services: how to start it, how to recognise its process, and how to check that it responds.
 * The services use only loopback, keep their data under `<repository>/.services/`, and ignore the system's
 * configuration.
 */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { connect as connectAmqp } from 'amqplib'
import { createConnection as connectMysql } from 'mysql2/promise'
import { startDatabase } from './database-servers.ts'
import { galeraServices } from './galera.ts'
import { isGalera, isNewest, program } from './packages.ts'
import type { Ports, Service } from './service.ts'

export type { Ports, Service } from './service.ts'

export type ServicesEnvironment = { DATABASE_URL: string; AMQP_URL: string; REDIS_URL: string }

/**
 * The folder for this checkout's services, which git ignores. `SERVICES_FOLDER` gives services that a test may stop a
 * folder of their own. The newest engines and Galera have subfolders, because an older server cannot read a newer
 * server's data, and a cluster has three databases.
 */
export const folder = join(
  process.env.SERVICES_FOLDER ?? join(import.meta.dirname, '../../../.services'),
  isNewest ? 'newest' : isGalera ? 'galera' : '',
)

const database: Service = {
  name: 'mariadb',
  ports: ['mariadb'],
  mark: () => `--datadir=${dataFolder('mariadb')} `,
  start: ({ mariadb }) => startDatabase({ folder, data: dataFolder('mariadb'), port: mariadb }),
  answers: async (ports) => (await connectMysql(environmentOf(ports).DATABASE_URL)).end(),
}

/** Listed in the order in which they start, because the broker needs its name server. */
export const services: Service[] = [
  ...(isGalera ? galeraServices(folder) : [database]),
  {
    name: 'epmd',
    ports: ['epmd'],
    mark: ({ epmd }) => `-port ${epmd} `,
    start: ({ epmd }) => ({ command: program('epmd'), args: ['-port', `${epmd}`, '-address', '127.0.0.1'] }),
    // a NAMES_REQ request, whose reply begins with the port in 4 bytes
    answers: ({ epmd }) => exchange(epmd, '\0\x01n', /[^]{4}/),
  },
  {
    name: 'rabbitmq',
    ports: ['amqp', 'amqpDistribution'],
    mark: () => `-home ${dataFolder('rabbitmq')} `,
    start: startRabbitmq,
    answers: async (ports) => (await connectAmqp(environmentOf(ports).AMQP_URL)).close(),
  },
  {
    name: 'redis',
    ports: ['redis'],
    mark: ({ redis }) => `127.0.0.1:${redis}`, // Redis shows its address in its process title
    start: ({ redis }) => ({
      command: program('redis-server'),
      args: ['--port', `${redis}`, '--bind', '127.0.0.1', '--dir', dataFolder('redis'), '--save', ''],
    }),
    answers: ({ redis }) => exchange(redis, 'PING\r\n', /^\+PONG/),
  },
]

/** Returns the settings for a service that uses these servers. */
export function environmentOf(ports: Ports): ServicesEnvironment {
  return {
    DATABASE_URL: `mysql://screening:screening@127.0.0.1:${ports.mariadb}/screening`,
    AMQP_URL: `amqp://guest:guest@127.0.0.1:${ports.amqp}`,
    REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
  }
}

export function dataFolder(name: Service['name']): string {
  return join(folder, name)
}

function startRabbitmq(ports: Ports): ReturnType<Service['start']> {
  const home = dataFolder('rabbitmq')
  writeFileSync(join(home, 'enabled_plugins'), '[].\n')
  if (isNewest) writeFileSync(join(home, 'rabbitmq.conf'), withoutDeprecated)
  return { command: program('rabbitmq-server'), args: [], env: rabbitmqEnvironment(ports) }
}

/**
 * Features that RabbitMQ 4 still permits and that a later version will not permit. A client that uses any of them is
 * refused.
 */
const withoutDeprecated = `deprecated_features.permit.transient_nonexcl_queues = false
deprecated_features.permit.global_qos = false
`

/** Returns the environment for the server, and for a `rabbitmqctl` that connects to it. */
export function rabbitmqEnvironment(ports: Ports): Record<string, string> {
  const home = dataFolder('rabbitmq')
  return {
    HOME: home, // location of the Erlang cookie
    RABBITMQ_NODENAME: `screening-${ports.amqp}@localhost`, // the port distinguishes the brokers of two checkouts
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: `${ports.amqp}`,
    RABBITMQ_DIST_PORT: `${ports.amqpDistribution}`,
    RABBITMQ_MNESIA_BASE: join(home, 'mnesia'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'), // the system's settings do not apply, even if this is missing
    RABBITMQ_CONF_ENV_FILE: join(home, 'rabbitmq-env.conf'), // the system's environment does not apply either
    ERL_EPMD_PORT: `${ports.epmd}`,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RUNNING_UNDER_SYSTEMD: 'true', // makes the start script exec the server, so that our pid is the server's
  }
}

/** Sends `question` to a local port and waits for a matching reply. */
async function exchange(port: number, question: string, answer: RegExp): Promise<void> {
  const socket = connectTcp({ port, host: '127.0.0.1', timeout: 1000 })
  socket.on('timeout', () => socket.destroy(new Error('no reply')))
  socket.write(question)
  try {
    const [data] = (await once(socket, 'data')) as [Buffer]
    if (!answer.test(data.toString('latin1'))) throw new Error('an unexpected reply')
  } finally {
    socket.destroy()
  }
}
