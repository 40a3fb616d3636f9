/**
 * Repairs response heads that browsers accept but undici refuses. There are three kinds: heads that follow an
 * unsolicited interim response such as 100 Continue; heads that repeat the same Content-Length; and heads with both a
 * Content-Length and a Transfer-Encoding, which overrides it (RFC 9112, 6.3).
 *
 * Never changes bodies. A head that cannot be repaired is passed to undici unchanged, and undici refuses it.
 */
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'

/** The longest head that a host may send. */
export const headBytesMax = 64 * 1024
/**
 * The maximum number of bytes to buffer until a head is complete: the heads of an interim response and of the response
 * itself.
 */
const heldBytesMax = 2 * headBytesMax

const headEnd = '\r\n\r\n'

export type AnswerHeads = {
  /** Records that a request was sent, because the next bytes are then a head. */
  expect(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch
  /** Repairs the heads that arrive on a new connection. */
  watch(socket: Socket): void
}

/** Creates a repairer for one agent, which sends its requests one at a time. */
export function createAnswerHeads(): AnswerHeads {
  let isDue = false
  const watch = (socket: Socket) => {
    let held: Buffer[] = []
    let length = 0
    // The end of a head may be split between two chunks.
    let tail = ''
    // This listener runs before undici's own listener, which then reads the repaired bytes.
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
    watch,
  }
}

/** The status line of an interim response. 101 is excluded, because after it the connection no longer carries HTTP. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d\b/

/**
 * Returns the bytes without interim responses, and with at most one Content-Length; null if the final head is not
 * complete yet.
 */
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
