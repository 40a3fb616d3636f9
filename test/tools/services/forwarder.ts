/**
 * A TCP forwarder to one of several ports on this machine: `node forwarder.ts PORT TARGET…`. It uses one target until
 * that target refuses a connection, then moves to the next. After SIGUSR2, each new connection goes to the next target;
 * after SIGUSR1, all go to the same target again.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const [port, ...targets] = process.argv.slice(2).map(Number) as [number, ...number[]]
let current = 0
let isSpread = false
process.on('SIGUSR1', () => (isSpread = false))
process.on('SIGUSR2', () => (isSpread = true))

async function reach(): Promise<Socket | null> {
  if (isSpread) current += 1
  for (let tried = 0; tried < targets.length; tried += 1) {
    const server = connect({ port: targets[current % targets.length]!, host: '127.0.0.1', noDelay: true })
    try {
      await once(server, 'connect')
      return server
    } catch {
      current += 1
    }
  }
  return null
}

createServer({ noDelay: true, pauseOnConnect: true }, async (client) => {
  client.on('error', () => {})
  const server = await reach()
  if (server === null) return client.resetAndDestroy()
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}).listen(port, '127.0.0.1')
