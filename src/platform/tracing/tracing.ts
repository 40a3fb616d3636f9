/**
 * Spans: what one step of a trace took, told to an OpenTelemetry collector where there is one.
 *
 * A parent is handed on as text, in calls and rows, and never as ambient context: a job goes on in another process, days
 * later. Must never put anything into a span that came from a caller.
 */
/** Our ids, route templates, codes, numbers. */
export type Attributes = Record<string, string | number>
export type SpanKind = 'server' | 'internal' | 'consumer' | 'client'

export type Span = {
  /** What its children name as their parent. */
  readonly traceparent: string
  /** Ends it, once; `name` replaces the name that it began with. `failure`: a code, where it did not succeed. */
  end(outcome?: { name?: string; attributes?: Attributes; failure?: string | undefined }): void
}

export interface Tracing {
  /** `parent`: null or malformed begins a new trace. */
  start(name: string, kind: SpanKind, parent: string | null, attributes?: Attributes): Span
  /** Sends what has ended. */
  close(): Promise<void>
}
