/**
 * Spans: what one step of a trace took, told to an OpenTelemetry collector where there is one.
 *
 * A parent is handed on as text, in calls and rows, and never as ambient context: a job goes on in another process, days
 * later. Must never put anything into a span that came from a caller.
 */
import { newTraceparent, readTraceparent } from '../../kit/traceparent.ts'

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

/** Without `endpoint`, spans pass their parent on but are not exported, and the packages are not loaded. */
export async function openTracing(endpoint: string | null, role: string): Promise<Tracing> {
  if (endpoint !== null) return (await import('./otlp.ts')).exportTraces(endpoint, role)
  return { start: (_name, _kind, parent) => new UnexportedSpan(parent), close: async () => {} }
}

/**
 * Most spans have no children: what those would name as their parent is worked out for the first of them. A class: an
 * object literal with a getter gets a hidden class of its own, which V8 keeps until its next full collection, and with
 * it all that the getter can reach.
 */
class UnexportedSpan implements Span {
  readonly #parent: string | null
  #own: string | undefined

  constructor(parent: string | null) {
    this.#parent = parent
  }

  get traceparent(): string {
    return (this.#own ??= readTraceparent(this.#parent) ?? newTraceparent())
  }

  end(): void {}
}
