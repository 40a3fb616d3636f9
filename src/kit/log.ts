/**
 * The log: JSON lines on standard error, which leaves standard output to people and scripts.
 *
 * A line names route templates and our own ids, never a caller's ids, texts, URLs or keys.
 */
import { pino, type DestinationStream } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Log {
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

/** A log that writes lines of `level` and above; synchronous, so that a crash loses none. */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
}
