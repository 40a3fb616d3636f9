/**
 * Passes a trace through requests, rows and processes, in the format of the header `traceparent` (W3C Trace Context,
 * section 3.2): `00-<trace id>-<span id>-<flags>`, in hexadecimal digits.
 */
import { drawBytes } from './ids.ts'

const form = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/**
 * Returns a trace context from its header, without parts that later versions may append; null if it is not well-formed.
 */
export function readTraceparent(header: string | null | undefined): string | null {
  if (!header) return null
  const [, traceId, spanId, flags] = form.exec(header) ?? []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return `00-${traceId}-${spanId}-${flags}`
}

const idsBytes = 16 + 8

/** Returns the header for a new trace. Its flags are 00, which means "not sampled". */
export function newTraceparent(): string {
  const ids = drawBytes(idsBytes).toString('hex')
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`
}

export function traceIdOf(traceparent: string): string
export function traceIdOf(traceparent: string | null): string | undefined
export function traceIdOf(traceparent: string | null): string | undefined {
  return traceparent?.slice(3, 35)
}
