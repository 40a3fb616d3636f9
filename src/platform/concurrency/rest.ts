/** A delay that can be ended early. */
export type Rest = {
  /** Resolves after `ms`, or as soon as `end` is called. Make one call at a time. */
  of: (ms: number) => Promise<void>
  /** Ends the current delay, if there is one. */
  end: () => void
}

/** Creates a delay. Concurrent callers need one each. */
export function createRest(): Rest {
  let end = () => {}
  return {
    of: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    end: () => end(),
  }
}
