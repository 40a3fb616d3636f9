/** Opens tracing: spans go to a collector where one is set, else nowhere. */
import { newTraceparent, readTraceparent } from '../../kit/traceparent.ts'
import type { Span, Tracing } from './tracing.ts'

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
