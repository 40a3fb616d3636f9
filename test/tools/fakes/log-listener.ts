/** A log whose lines a test can wait for, instead of waiting for some time. */
import { EventEmitter, once } from 'node:events'

export type LogLine = { level: 'info' | 'warn' | 'error'; fields: object; text: string }

export type LogListener = {
  log: Record<LogLine['level'], (fields: object, text: string) => void>
  lines: LogLine[]
  /** Resolves after the next `count` lines that contain `part`. */
  next(part: string, count?: number): Promise<void>
}

export function listenToLog(): LogListener {
  const events = new EventEmitter()
  const lines: LogLine[] = []
  const write = (level: LogLine['level']) => (fields: object, text: string) => {
    const line = { level, fields, text }
    lines.push(line)
    events.emit('line', line)
  }
  return {
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    lines,
    async next(part, count = 1) {
      for (let found = 0; found < count;) {
        const [line] = (await once(events, 'line')) as [LogLine]
        if (line.text.includes(part)) found++
      }
    },
  }
}
