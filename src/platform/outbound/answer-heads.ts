/**
 * Mends the heads of answers that browsers accept and undici refuses, before undici reads them: an unsolicited
 * interim answer (100 Continue and its kin), the same Content-Length more than once, and a Content-Length beside a
 * Transfer-Encoding, which overrides it (RFC 9112, 6.3).
 *
 * Never touches a body. A head that it cannot mend passes as it is, and undici refuses it.
 */
import type { Socket } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'

/** The longest head that a host may send. */
export const headBytesMax = 64 * 1024
/** What is held back until a head ends: that of an interim answer, and that of the answer. */
const heldBytesMax = 2 * headBytesMax

const headEnd = '\r\n\r\n'

export type AnswerHeads = {
  /** Notes that a request is sent, so that a head comes next. */
  expect(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch
  /** Mends the heads that a new connection receives. */
  watch(callback: buildConnector.Callback): buildConnector.Callback
}

/** Mends the answers to one agent, whose requests come one after the other. */
export function createAnswerHeads(): AnswerHeads {
  let isDue = false
  const mendHeads = (socket: Socket) => {
    let held: Buffer[] = []
    let length = 0
    // The end of a head may be split between two chunks.
    let tail = ''
    // Runs before undici's own listener, which reads what is put back here.
    socket.on('readable', () => {
      const chunk = isDue ? (socket.read() as Buffer | null) : null
      if (chunk === null) return
      held.push(chunk)
      length += chunk.length
      const latest = tail + chunk.toString('latin1')
      tail = latest.slice(1 - headEnd.length)
      const isLong = length >= heldBytesMax
      if (!isLong && !latest.includes(headEnd)) return
      const whole = Buffer.concat(held)
      const mended = mendHead(whole)
      held = [whole]
      if (!mended && !isLong) return
      isDue = false
      held = []
      length = 0
      socket.unshift(mended ?? whole)
    })
  }
  return {
    expect: (dispatch) => (options, handler) => {
      isDue = true
      return dispatch(options, handler)
    },
    watch:
      (callback) =>
      (...connected) => {
        const [, socket] = connected
        if (socket) mendHeads(socket)
        callback(...connected)
      },
  }
}

/** An interim answer, but for 101, which ends HTTP. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d\b/

/** The bytes without interim answers, and with one length at most; null where the answer's own head has not ended. */
function mendHead(bytes: Buffer): Buffer | null {
  for (let rest = bytes; ;) {
    const end = rest.indexOf(headEnd)
    if (end === -1) return null
    const head = rest.toString('latin1', 0, end)
    if (!interim.test(head)) {
      const mended = withOneLength(head)
      return mended === head ? rest : Buffer.concat([Buffer.from(mended, 'latin1'), rest.subarray(end)])
    }
    rest = rest.subarray(end + headEnd.length)
  }
}

const lengthName = /^content-length:/i

function withOneLength(head: string): string {
  const lines = head.split('\r\n')
  const lengths = lines.filter((line) => lengthName.test(line))
  if (lengths.length === 0) return head
  const values = lengths.flatMap((line) => line.replace(lengthName, '').split(','))
  const [length, ...others] = new Set(values.map((value) => value.trim()))
  if (others.length > 0) return head
  const isChunked = lines.some((line) => /^transfer-encoding:/i.test(line))
  if (values.length === 1 && !isChunked) return head
  const kept = lines.filter((line) => !lengthName.test(line))
  return (isChunked ? kept : [...kept, `Content-Length: ${length}`]).join('\r\n')
}
