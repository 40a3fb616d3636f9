/** A client that sends requests for large responses and never reads them. */
import { connect, type Socket } from 'node:net'

/** Two jobs whose criteria have sixty kilobytes each. */
export const largeJobs = ['large-1', 'large-2'] as const
export const largeCriteria = Array.from({ length: 30 }, (_, index) => ({
  text: `${index} ${'🙂'.repeat(490)}`,
  importance: 'PREFERRED',
}))
/** A path whose response contains these criteria a hundred times: six megabytes. */
export const largePath = `/v1/jobs/criteria?jobIds=${Array.from({ length: 100 }, (_, index) => largeJobs[index % 2]).join()}`

/**
 * Opens a connection and sends the request `times` times. Use more than one if the operating system's buffers could
 * hold a whole response.
 */
export function openDeaf(url: string, path: string, headers: Record<string, string>, times = 1): Socket {
  const { hostname, port } = new URL(url)
  const head = Object.entries({ Host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`.repeat(times))
  return socket.pause()
}
