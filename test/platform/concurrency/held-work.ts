/**
 * Tasks that end only when the test ends them. `ends` has a function for each task, in the order in which they started.
 */
export function heldWork() {
  const begun: string[] = []
  const ends: ((error?: Error) => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(name))))
  }
  return { begun, ends, work }
}
