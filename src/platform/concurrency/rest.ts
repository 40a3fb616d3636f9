/** A rest that others may end early: a timer that nobody has to wait for once there is enough to do. */
export type Rest = {
  /** Resolves after `ms`, or as soon as somebody ends it. One at a time. */
  of: (ms: number) => Promise<void>
  /** Ends the rest that is under way, if one is. */
  end: () => void
}

/** Makes a rest; whoever takes several at once needs one for each. */
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
