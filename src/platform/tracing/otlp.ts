/** Exports spans to an OpenTelemetry collector, over OTLP with JSON bodies. Loaded only if a collector is set. */
import { ROOT_CONTEXT, SpanKind as Kind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import pTimeout from 'p-timeout'
import { readTraceparent, traceIdOf } from '../../kit/traceparent.ts'
import type { SpanKind, Tracing } from './tracing.ts'

/** A collector responds within milliseconds. A shutdown has 25 s for everything. */
const closeMs = 2_000

const kinds: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  internal: Kind.INTERNAL,
  consumer: Kind.CONSUMER,
  client: Kind.CLIENT,
}

/**
 * Exports spans. `endpoint`: the collector's base URL, as in OTEL_EXPORTER_OTLP_ENDPOINT. While a collector is
 * unavailable, spans are lost; nothing else is affected.
 */
export function exportTraces(endpoint: string, role: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'candidate-screening', 'service.instance.role': role }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('candidate-screening')
  return {
    start(name, kind, parent, attributes = {}) {
      const known = readTraceparent(parent)
      const context = known ? trace.setSpanContext(ROOT_CONTEXT, contextOf(known)) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end({ name: final, attributes: more, failure } = {}) {
          if (final) span.updateName(final)
          if (more) span.setAttributes(more)
          if (failure) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
          span.end()
        },
      }
    },
    // An unavailable collector must not delay the shutdown.
    close: () =>
      pTimeout(
        provider.shutdown().catch(() => {}),
        { milliseconds: closeMs, fallback: () => {} },
      ),
  }
}

function contextOf(traceparent: string) {
  const [spanId, flags] = [traceparent.slice(36, 52), traceparent.slice(53)]
  return { traceId: traceIdOf(traceparent), spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
