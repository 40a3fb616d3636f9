/** Ends connections whose answers are mostly no body. */
import type { Socket } from 'node:net'
import { DecoratorHandler, type buildConnector, type Dispatcher } from 'undici'

/**
 * Bytes that the answers of a call may have besides their bodies: honest ones have thousands. Without a bound, a host
 * could feed the parser until the deadline: chunks of one byte, interim answers, comments on chunks.
 */
const bytesMax = 1024 * 1024

export type Overhead = {
  /** Puts a new call's count at zero. */
  restart(): void
  /** Takes the bytes of bodies off. */
  count(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch
  /** Adds what the new connection receives. */
  watch(callback: buildConnector.Callback): buildConnector.Callback
}

/** Counts for one agent, whose calls come one after the other. */
export function createOverhead(): Overhead {
  let bytes = 0
  class Counter extends DecoratorHandler {
    readonly #handler: Dispatcher.DispatchHandler

    constructor(handler: Dispatcher.DispatchHandler) {
      super(handler)
      this.#handler = handler
    }

    onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
      bytes -= chunk.length
      this.#handler.onResponseData?.(controller, chunk)
    }
  }
  const watched = (socket: Socket) => {
    let read = socket.bytesRead
    socket.on('readable', () => {
      bytes += socket.bytesRead - read
      read = socket.bytesRead
      if (bytes <= bytesMax) return
      socket.destroy(Object.assign(new Error('an answer is mostly no body'), { code: 'TOO_MUCH_BESIDES_BODY' }))
    })
  }
  return {
    restart: () => void (bytes = 0),
    count: (dispatch) => (options, handler) => dispatch(options, new Counter(handler)),
    watch:
      (callback) =>
      (...connected) => {
        const [, socket] = connected
        if (socket) watched(socket)
        callback(...connected)
      },
  }
}
