/**
 * A name server on a loopback port that follows a script or does not respond. Implements just enough of DNS (RFC 1035)
 * to answer one question with addresses.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import type { ExecutionContext } from 'ava'

export type NameServer = {
  /** `127.0.0.1:<port>`, in the form that a resolver expects. */
  address: string
  /** The names that were queried, one for each question. */
  asked: string[]
}

/** Returns all addresses for a name, both IPv4 and IPv6; null sends no response. */
export type Script = (name: string) => string[] | null

const types = { 1: 4, 28: 6 } as Record<number, number>
const headBytes = 12

/** Starts a name server that is stopped at the end of the test. */
export async function startNameServer(t: Pick<ExecutionContext, 'teardown'>, script: Script): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4', (query, { port, address }) => {
    const { name, type, question } = readQuestion(query)
    asked.push(name)
    const found = script(name)?.filter((each) => isIP(each) === types[type])
    if (!found) return
    const head = Buffer.from(query.subarray(0, headBytes))
    head.writeUInt16BE(0x8180, 2) // a response without an error
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, question, ...found.map((each) => record(type, bytesOf(each)))]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.teardown(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = []
  let at = headBytes
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), question: query.subarray(headBytes, at + 5) }
}

/** Returns a record for the name in the question, with a lifetime of zero. */
function record(type: number, address: Buffer): Buffer {
  const head = Buffer.from('c00c0000000100000000', 'hex')
  head.writeUInt16BE(type, 2)
  return Buffer.concat([head, Buffer.from([0, address.length]), address])
}

/** Returns an address as bytes. An IPv6 address must have all eight groups: `::` is not expanded. */
function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  return Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )
}
