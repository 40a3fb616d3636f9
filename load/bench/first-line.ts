/** What a process says once it is ready. */
import type { ChildProcess } from 'node:child_process'

/** The first match in its standard output. @throws Error when it ends without one */
export async function firstLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  for await (const chunk of child.stdout as NodeJS.ReadableStream) {
    text += String(chunk)
    const found = pattern.exec(text)
    if (found) return found
  }
  throw new Error('the process ended before it was ready')
}
