/**
 * Spans: how long each step of a trace took, sent to an OpenTelemetry collector if there is one.
 *
 * A parent is passed as text, in calls and rows, and never as ambient context, because a job may continue in another
 * process, days later. A span must never contain anything that came from a caller.
 */
/** Our ids, route templates, codes, numbers. */
export type Attributes = Record<string, string | number>
export type SpanKind = 'server' | 'internal' | 'consumer' | 'client'

export type Span = {
  /** The value that child spans use as their parent. */
  readonly traceparent: string
  /** Ends the span; call it once. `name` replaces the initial name. `failure`: a code, if it did not succeed. */
  end(outcome?: { name?: string; attributes?: Attributes; failure?: string | undefined }): void
}

export interface Tracing {
  /** `parent`: null or malformed starts a new trace. */
  start(name: string, kind: SpanKind, parent: string | null, attributes?: Attributes): Span
  /** Sends the spans that have ended. */
  close(): Promise<void>
}
