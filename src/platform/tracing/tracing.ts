/**
 * Spans record the duration of each step of a trace. They are sent to an OpenTelemetry collector if there is one.
 *
 * A parent is passed as a string, in calls and rows, because a job may continue in another process, days later. A span
 * must never contain anything that came from a caller.
 */
/** Must contain only our ids, route templates, codes and numbers. */
export type Attributes = Record<string, string | number>
export type SpanKind = 'server' | 'internal' | 'consumer' | 'client'

export type Span = {
  /** The value that child spans use as their parent. */
  readonly traceparent: string
  /** Ends the span; call it once. `name` replaces the initial name. `failure`: a code, if the step failed. */
  end(outcome?: { name?: string; attributes?: Attributes; failure?: string | undefined }): void
}

export interface Tracing {
  /** Starts a span. A null or malformed `parent` starts a new trace. */
  start(name: string, kind: SpanKind, parent: string | null, attributes?: Attributes): Span
  /** Sends the spans that have ended, and stops. */
  close(): Promise<void>
}
