/**
 * One server's metrics, and the text that Prometheus reads.
 *
 * Names and units follow Prometheus's conventions: base units (seconds, bytes), `_total` on counters. Labels are route
 * templates, buckets, lanes, codes and formats, which have a limited number of values. A label must never be a partner,
 * a tenant, an id or any other text from a caller.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The histogram buckets for requests, in seconds: from a cached read to the longest generation. */
const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5, 15, 25, 60]
/** The buckets for jobs, in seconds: from a single fast job to a job's maximum lifetime, a day. */
const jobSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900, 3_600, 86_400]
/** The buckets for tasks of threads, in seconds: up to the time limits of reading and of the engine. */
const taskSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]
/**
 * The buckets for the delay of deliveries, in seconds. The first attempt starts within a second; later attempts follow
 * a schedule of hours.
 */
const lagSeconds = [0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600]
/** A batch has at most 64 items. */
const batchSizes = [1, 2, 4, 8, 16, 32, 64]

/** The path template, method and bucket of a request; empty for a request that matches no operation. */
export type Route = { path: string; method: string; bucket: string | null }
/** Counts one request to a route. */
export type CountRequest = (status: number, seconds: number) => void

/** A value, and its label values in the same order as the label names. A null value omits the series. */
export type Sample = readonly [value: number | null, ...labels: string[]]

export type Metrics = ReturnType<typeof createMetrics>

/** Creates a separate registry, so that two servers in one process count separately. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  addProcessMetrics(registry)
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers })

  const requests = counter('http_requests_total', 'Requests answered, by route template, method, bucket and status.', [
    ...['method', 'route', 'bucket', 'status'],
  ])
  const durations = histogram(
    'http_request_duration_seconds',
    'From the head of a request to the end of its response.',
    ['method', 'route', 'bucket'],
    requestSeconds,
  )
  return {
    contentType: registry.contentType,
    /** Returns all metrics in Prometheus's text format. */
    text: (): Promise<string> => registry.metrics(),
    /** Returns a counter for a route, so that the route's labels are resolved only once. */
    requestsOf({ path, method, bucket }: Route): CountRequest {
      const duration = durations.labels(method, path, bucket ?? 'none')
      const counts = new Map<number, { inc: () => void }>()
      return (status, seconds) => {
        duration.observe(seconds)
        let count = counts.get(status)
        if (!count) counts.set(status, (count = requests.labels(method, path, bucket ?? 'none', String(status))))
        count.inc()
      }
    },
    jobs: {
      attempts: counter('screening_job_attempts_total', 'Attempts at scoring jobs that workers started, by lane.', [
        'lane',
      ]),
      outcomes: counter(
        'screening_job_outcomes_total',
        'Outcomes of attempts: completed, failed, retried (counts as a failure) or snoozed (does not count).',
        ['outcome', 'code'],
      ),
      durations: histogram(
        'screening_job_duration_seconds',
        'From the acceptance of a scoring job to its score.',
        ['lane'],
        jobSeconds,
      ),
      lostWorkers: counter(
        'screening_job_lost_workers_total',
        'The number of times that a scoring job lost its worker.',
      ),
      quarantined: counter(
        'screening_jobs_quarantined_total',
        'Jobs that ran in quarantine because they had lost workers.',
      ),
    },
    reading: {
      durations: histogram(
        'screening_resume_read_duration_seconds',
        'Time to wait for a reading thread and read a file, by format and outcome; includes scoring by the built-in engine.',
        ['format', 'outcome'],
        taskSeconds,
      ),
      kills: counter(
        'screening_reader_kills_total',
        'Readers that were ended because a file hung, crashed or exceeded the memory limit.',
        ['format'],
      ),
    },
    model: {
      durations: histogram(
        'screening_model_task_duration_seconds',
        "Duration of an engine's task, including its repair call and the wait for a free call.",
        ['task', 'outcome'],
        taskSeconds,
      ),
      tokens: counter('screening_model_tokens_total', 'Tokens used by tasks, including failed ones.', ['direction']),
      cachedTokens: counter(
        'screening_model_cached_tokens_total',
        'Input tokens that the provider served from its cache.',
      ),
      quotesRefused: counter('screening_quotes_refused_total', 'Quotes of an engine that are not in the application.'),
    },
    webhooks: {
      attempts: counter('screening_webhook_attempts_total', 'Attempts at webhook deliveries, by outcome.', ['outcome']),
      lag: histogram(
        'screening_webhook_lag_seconds',
        'Delay between the due time and the start of an attempt; independent of receivers, and near 0 on a healthy service.',
        [],
        lagSeconds,
      ),
      durations: histogram(
        'screening_webhook_duration_seconds',
        'Duration of one attempt, until the receiver responded.',
        [],
        taskSeconds,
      ),
    },
    batches: histogram(
      'screening_group_size',
      'Number of items in a batch, such as the calls that shared a transaction, by kind.',
      ['group'],
      batchSizes,
    ),
    /** Adds a gauge that is read when Prometheus scrapes. A failed read leaves the gauge without series. */
    gauge(name: string, help: string, labelNames: string[], read: () => Sample[] | Promise<Sample[]>): void {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect: () => collect(gauge, labelNames.length === 0, read),
      })
    },
  }
}

async function collect(gauge: Gauge, isBare: boolean, read: () => Sample[] | Promise<Sample[]>): Promise<void> {
  const samples = await Promise.resolve()
    .then(read)
    .catch((): Sample[] => [])
  gauge.reset()
  // Removes the series. `reset` would set a gauge without labels to 0, a value that was never measured.
  if (isBare) gauge.remove()
  for (const [value, ...labels] of samples) if (value !== null) gauge.labels(...labels).set(value)
}

/** Adds prom-client's own metrics: CPU, memory, file descriptors, event-loop lag, garbage collection. */
function addProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register })
  // Removes gauges whose names have a counter's suffix, which promtool refuses. The same figures exist by type, under
  // other names.
  for (const name of ['handles', 'requests', 'resources']) register.removeSingleMetric(`nodejs_active_${name}_total`)
}
