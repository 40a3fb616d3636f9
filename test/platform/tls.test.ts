/** TLS to the database, RabbitMQ and Redis: only servers with a valid certificate and name are accepted. */
import dns from 'node:dns'
import { readFileSync } from 'node:fs'
import { setDefaultCACertificates } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { createBroker } from '../../src/platform/broker/open.ts'
import { DatabaseMisconfigured, DatabaseUnavailable } from '../../src/platform/database/database.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { freshNamespace } from '../support/broker-scene.ts'
import { makeCertificate } from '../tools/fakes/certificate.ts'
import { listenToLog } from '../tools/fakes/log-listener.ts'
import { startTlsProxy } from '../tools/fakes/tls-proxy.ts'
import { folder } from '../tools/services/commands.ts'
import { tlsFiles } from '../tools/services/database-servers.ts'
import { readServices } from '../tools/services/services.ts'
import { count } from './counters/scene.ts'

const services = readServices()
const overServices = services ? test.serial : test.serial.skip
const portOf = (url: string) => Number(new URL(url).port)

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const certificate = makeCertificate('localhost', inDays(-1), inDays(1))
/** The lookup below makes this name resolve to this machine. */
const wrongName = 'other.example.com'
const { lookup } = dns
dns.lookup = ((name: string, ...rest: [any, any]) =>
  lookup(name === wrongName ? 'localhost' : name, ...rest)) as typeof lookup

const trust = (...certificates: string[]) => setDefaultCACertificates(certificates)

overServices('the database is used over TLS, with a name that is in its certificate', async (t) => {
  const port = portOf(services!.DATABASE_URL)
  const open = (host: string, query: string) => {
    const database = openDatabase({ url: `mysql://encrypted:screening@${host}:${port}/screening${query}` })
    t.teardown(() => database.close())
    return database
  }
  const refused = (host: string, query = '?ssl-mode=VERIFY_IDENTITY') =>
    t.throwsAsync(async () => open(host, query).select('SELECT 1'), { instanceOf: DatabaseUnavailable })
  trust()
  await refused('localhost')
  trust(readFileSync(tlsFiles(folder).certificate, 'utf8'))
  const database = open('localhost', '?ssl-mode=VERIFY_IDENTITY')
  const [cipher] = await database.select<{ Value: string }>("SHOW STATUS LIKE 'Ssl_cipher'")
  t.regex(cipher!.Value, /^TLS_/)
  await refused(wrongName)
  await refused('localhost', '') // a user that may not connect without TLS
})

test('a URL that requests less than verified TLS is refused', (t) => {
  for (const url of [
    'mysql://h/db?ssl-mode=REQUIRED',
    'mysql://127.0.0.1/db?ssl-mode=VERIFY_IDENTITY',
    'mysql://[::1]/db?ssl-mode=VERIFY_IDENTITY',
  ])
    t.throws(() => openDatabase({ url }), { instanceOf: DatabaseMisconfigured }, url)
})

/** Runs the checks that the tests of RabbitMQ and Redis share. `isLinked` tries once to connect to a host and port. */
async function isVerified(t: ExecutionContext, targetUrl: string, isLinked: (host: string) => Promise<boolean>) {
  const port = await startTlsProxy(t, certificate, portOf(targetUrl))
  trust()
  t.false(await isLinked(`localhost:${port}`), 'a certificate of an unknown authority')
  trust(certificate.cert)
  t.false(await isLinked(`${wrongName}:${port}`), 'the certificate of another host')
  t.true(await isLinked(`localhost:${port}`))
}

overServices('RabbitMQ is used over TLS, with a name that is in its certificate', async (t) => {
  const url = services!.AMQP_URL
  const namespace = freshNamespace(t, url)
  await isVerified(t, url, async (host) => {
    const broker = await createBroker({ url: `amqps://guest:guest@${host}`, namespace, log: listenToLog().log })
    const isLinked = broker.degraded() === null
    await broker.close()
    return isLinked
  })
})

overServices('Redis is used over TLS, with a name that is in its certificate', async (t) => {
  await isVerified(t, services!.REDIS_URL, async (host) => {
    const counters = await count(t, { url: `rediss://${host}` })
    const isLinked = counters.degraded() === null
    await counters.close()
    return isLinked
  })
})
