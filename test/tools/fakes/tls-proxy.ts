/** Accepts TLS on behalf of a local service that does not support it. */
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import type { ExecutionContext } from 'ava'
import type { Certificate } from './certificate.ts'

/** Forwards TLS traffic to a port until the end of the test. Resolves with its own port. */
export async function startTlsProxy(
  t: ExecutionContext,
  certificate: Certificate,
  targetPort: number,
): Promise<number> {
  const server = createServer(certificate, (client) => {
    const target = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const)
      from.on('error', () => {}).on('close', () => to.destroy())
    client.pipe(target).pipe(client)
    t.teardown(() => void client.destroy())
  })
  server.on('tlsClientError', () => {}) // a client that refuses the certificate reports why
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => void server.close())
  return (server.address() as AddressInfo).port
}
