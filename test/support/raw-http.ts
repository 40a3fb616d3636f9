/**
 * Sends bytes over a socket, for requests that clients would never send. The responses must still match the contract.
 */
import { connect } from 'node:net'
import { faultsOf } from '../tools/answer-faults.ts'

export type RawAnswer = { status: number; headers: Record<string, string>; body: unknown }

/**
 * Sends `text` unchanged to a server, bypassing a proxy in front of it. Reads until the server closes the connection or
 * has sent a complete response.
 */
export async function sendRaw(url: string, text: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  let received = ''
  for await (const chunk of socket) {
    received += String(chunk)
    const whole = parse(received)
    if (whole) {
      socket.destroy()
      checkContract(String(text), whole)
      return whole
    }
  }
  throw new Error(`the server closed the connection after ${JSON.stringify(received)}`)
}

function checkContract(text: string, answer: RawAnswer): void {
  const [method = '', target = ''] = text.split('\r\n', 1)[0]?.split(' ') ?? []
  // The target's segments are not resolved, because the target is sent unchanged.
  const path = (target.startsWith('/') ? target.split('#')[0] : URL.parse(target)?.pathname) ?? '/'
  const faults = answer.status === 100 ? [] : faultsOf({ method, path, ...answer })
  if (faults.length > 0) throw new Error(`${method} ${path.slice(0, 100)} → ${answer.status}: ${faults.join('; ')}`)
}

function parse(received: string): RawAnswer | null {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [start, ...lines] = received.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = received.slice(end + 4)
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return null
  return { status: Number(start?.split(' ')[1]), headers, body: body === '' ? null : JSON.parse(body) }
}
