/** Ends connections that send too many bytes outside of bodies. */
import type { Socket } from 'node:net'
import { DecoratorHandler, type Dispatcher } from 'undici'

/**
 * The maximum number of bytes outside of bodies in one call. Ordinary responses have a few thousand. Without a limit, a
 * host could keep the parser busy until the deadline, with one-byte chunks, interim responses or chunk extensions.
 */
const bytesMax = 1024 * 1024

export type Overhead = {
  /** Resets the count for a new call. */
  restart(): void
  /** Subtracts bytes that belong to a body. */
  count(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch
  /** Adds the bytes that arrive on a new connection. */
  watch(socket: Socket): void
}

/** Creates a counter for one agent, which makes one call at a time. */
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
  const watch = (socket: Socket) => {
    let read = socket.bytesRead
    socket.on('readable', () => {
      bytes += socket.bytesRead - read
      read = socket.bytesRead
      if (bytes <= bytesMax) return
      socket.destroy(
        Object.assign(new Error('the response contains too many bytes outside of its body'), {
          code: 'TOO_MUCH_BESIDES_BODY',
        }),
      )
    })
  }
  return {
    restart: () => void (bytes = 0),
    count: (dispatch) => (options, handler) => dispatch(options, new Counter(handler)),
    watch,
  }
}
