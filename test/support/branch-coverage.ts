/** Lists code in a folder that has not run since `watchBranches`, down to the branch, as V8 counts it. */
import { readFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Code that has not run, and its location, for example `jobs.ts:22`. */
export type Unrun = { place: string; code: string }

export type Watch = {
  unrun(): Promise<Unrun[]>
  stop(): void
}

/**
 * Watches modules that are imported from now on. For modules that were imported earlier, V8 reports neither branches
 * nor functions that were never called.
 */
export async function watchBranches(folder: string): Promise<Watch> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async unrun() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      return result.filter(({ url }) => url.startsWith(`${pathToFileURL(folder)}/`)).flatMap(unrunOf)
    },
    stop: () => session.disconnect(),
  }
}

function unrunOf({ url, functions }: Profiler.ScriptCoverage): Unrun[] {
  // Node replaces types with spaces instead of removing them, so positions in the running code match the file.
  const text = readFileSync(fileURLToPath(url), 'utf8')
  const counts = new Int32Array(text.length).fill(1)
  // V8 lists outer ranges before inner ones.
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset)
  }
  const unrun: Unrun[] = []
  for (let from = counts.indexOf(0); from !== -1;) {
    let to = from
    while (to < text.length && counts[to] === 0) to += 1
    const place = `${url.slice(url.lastIndexOf('/') + 1)}:${text.slice(0, from).split('\n').length}`
    unrun.push({ place, code: text.slice(from, to).trim() })
    from = counts.indexOf(0, to)
  }
  return unrun
}
