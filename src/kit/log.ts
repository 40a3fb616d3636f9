/**
 * Writes the log as JSON lines to standard error. Standard output is for people and scripts.
 *
 * A line may contain route templates and our own ids, but never a caller's ids, text, URLs or keys. As a safeguard,
 * everything that the contract marks as sensitive is removed from every line.
 */
import { pino, stdSerializers, type DestinationStream } from 'pino'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Log {
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

/**
 * Creates a log that writes lines of `level` and above. Writing is synchronous, so that a crash loses no line. The
 * values of members whose names are in `sensitive` are replaced, at any depth.
 */
export function createLog(
  level: LogLevel,
  sensitive: ReadonlySet<string>,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redacted(fields, sensitive, depthMax) },
      // Turns off pino's conversion of errors, because `redacted` has already converted them to plain objects.
      serializers: { err: (error: unknown) => error },
    },
    destination,
  )
}

type Fields = Record<string, unknown>

/** Objects that are nested deeper than this are replaced. No line that the service writes is that deep. */
const depthMax = 5
const blank = '[redacted]'

/**
 * Returns the fields without sensitive values. Returns the same object if it contains none, which is the usual case.
 * pino's own `redact` needs the path of each member in advance, and takes fifty times as long as writing the line.
 */
function redacted(fields: Fields, sensitive: ReadonlySet<string>, depth: number): Fields {
  let copy: Fields | undefined
  for (const name in fields) {
    const value = fields[name]
    const shown = sensitive.has(name) ? blank : shownOf(value, sensitive, depth)
    if (shown === value) continue
    copy ??= Array.isArray(fields) ? ([...fields] as unknown as Fields) : { ...fields }
    copy[name] = shown
  }
  return copy ?? fields
}

function shownOf(value: unknown, sensitive: ReadonlySet<string>, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return blank
  return redacted((value instanceof Error ? plain(value) : value) as Fields, sensitive, depth - 1)
}

/** Returns an error's fields without `name`, because the error's class is logged as its `type`. */
function plain(error: Error): Fields {
  const { name: _, ...members } = stdSerializers.err(error)
  return members
}
