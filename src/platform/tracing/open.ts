/** Chooses how spans are recorded: exported to a collector if one is set, otherwise discarded. */
import { newTraceparent, readTraceparent } from '../../kit/traceparent.ts'
import type { Span, Tracing } from './tracing.ts'

/**
 * Opens tracing. Without `endpoint`, spans keep their parent's trace but are not exported, and the OpenTelemetry
 * packages are not loaded.
 */
export async function openTracing(endpoint: string | null, role: string): Promise<Tracing> {
  if (endpoint !== null) return (await import('./otlp.ts')).exportTraces(endpoint, role)
  return { start: (_name, _kind, parent) => new UnexportedSpan(parent), close: async () => {} }
}

/**
 * A span that is not exported. Most spans have no children, so its id is created only when the first child needs it. It
 * is a class instead of an object literal with a getter, because V8 would keep everything that the getter references
 * until the next full garbage collection.
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
