/** A caller that sends requests and reads no answer, and what it asks for: an answer larger than any buffer. */
import { connect, type Socket } from 'node:net'

/** Two jobs, and sixty kilobytes of criteria for each. */
export const largeJobs = ['large-1', 'large-2'] as const
export const largeCriteria = Array.from({ length: 30 }, (_, index) => ({
  text: `${index} ${'🙂'.repeat(490)}`,
  importance: 'PREFERRED',
}))
/** Names their criteria a hundred times in one request: six megabytes. */
export const largePath = `/v1/jobs/criteria?jobIds=${Array.from({ length: 100 }, (_, index) => largeJobs[index % 2]).join()}`

/** A connection with a request on it. `times` is above 1 where the system's buffers may take one answer whole. */
export function openDeaf(url: string, path: string, headers: Record<string, string>, times = 1): Socket {
  const { hostname, port } = new URL(url)
  const head = Object.entries({ Host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`.repeat(times))
  return socket.pause()
}
