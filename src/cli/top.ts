/**
 * `top`: queues, rates, the oldest job, the model and webhooks on one screen, for operators without Grafana.
 *
 * Queues come from the database. All other figures come from the admin ports of the processes at `--at`: sums over the
 * processes, or the highest value. On a terminal the screen is redrawn until Ctrl-C; otherwise it is printed once.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { lanes } from '../platform/broker/broker.ts'
import { modelFaults, type ModelFault } from '../kit/scoring/model-faults.ts'
import { SECOND, toIso } from '../kit/time.ts'
import { readExposition, sumOf, type Series } from '../platform/metrics/exposition.ts'
import { jobStates, readBacklog, type Backlog, type JobState } from '../tables/backlog.ts'
import { readArguments, type Command, type CommandContext } from './command.ts'

const refreshMs = 2 * SECOND
/** A process that takes longer than this is counted as one that does not answer. */
const scrapeTimeoutMs = 2 * SECOND
/** Moves the cursor to the top left and clears the screen. */
const clearScreen = '\x1b[H\x1b[J'

/** `scrapes`: one for each process that responded. */
export type Look = { at: number; backlog: Backlog; asked: number; scrapes: Series[][] }

/** The statuses to show: 429, and the only two server errors that the service itself sends. */
const statuses = ['429', '500', '503']

export const topCommands: Record<string, Command> = {
  top: {
    usage: '[--at http://HOST:PORT,…]',
    help: 'show queues, rates, oldest job, model and webhooks on one screen; --at: admin ports (default ADMIN_HOST:ADMIN_PORT)',
    example: '--at http://10.0.0.1:9090,http://10.0.0.2:9090',
    read(argv) {
      const { options } = readArguments(argv, [], [], ['at'])
      const urls = options.at?.split(',').map((url) => url.trim().replace(/\/$/, ''))
      for (const url of urls ?? [])
        if (!/^https?:\/\/[^/]+$/.test(url) || !URL.canParse(url))
          throw new Error(
            `--at contains "${url}": give http://HOST:PORT with the ADMIN_HOST and ADMIN_PORT of a server`,
          )
      return async (context) => {
        const all = urls ?? [context.adminUrl]
        if (process.stdout.isTTY) await redraw(context, all)
        return draw(await look(context, all), null)
      }
    },
  },
}

/** Redraws the screen until Ctrl-C ends the process. */
async function redraw(context: CommandContext, urls: string[]): Promise<never> {
  for (let before: Look | null = null; ; await delay(refreshMs)) {
    const now: Look = await look(context, urls)
    process.stdout.write(`${clearScreen}${draw(now, before)}\n`)
    before = now
  }
}

async function look({ database, clock }: CommandContext, urls: string[]): Promise<Look> {
  const at = clock.now()
  const [backlog, scrapes] = await Promise.all([readBacklog(database, at), Promise.all(urls.map(scrape))])
  return { at, backlog, asked: urls.length, scrapes: scrapes.filter((series) => series !== null) }
}

async function scrape(url: string): Promise<Series[] | null> {
  try {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(scrapeTimeoutMs) })
    return answer.ok ? readExposition(await answer.text()) : null
  } catch {
    return null
  }
}

/** Returns the screen as text. Without `before`, counts are since the processes started. */
export function draw(now: Look, before: Look | null): string {
  const { backlog, scrapes, asked, at } = now
  const since = (instant: number | null) => (instant === null ? '-' : `${Math.round((at - instant) / SECOND)} s`)
  const states = Object.keys(jobStates) as JobState[]
  const all = scrapes.flat()
  const largest = (name: string) => Math.max(0, ...all.filter((one) => one.name === name).map(({ value }) => value))
  const count = countOf(now, before)
  const degraded = all.filter(({ name, value }) => name === 'screening_degraded' && value > 0)
  const parts = [...new Set(degraded.map(({ labels }) => labels.part))].join(', ')
  const scoring = (name: string) => sumOf(all, `screening_pool_${name}`, { pool: 'scoring' })
  const outcome = (name: string) => count('screening_job_outcomes_total', { outcome: name })
  const webhook = (name: string) => count('screening_webhook_attempts_total', { outcome: name })
  const shown = (name: string) => `${Math.round(100 * largest(`screening_model_${name}_share`))} %`
  const isMeasured = all.some(({ name }) => name === 'screening_model_quotes_refused_share')
  const isDistrusted = largest('screening_model_distrusted') > 0
  const trust = `${isMeasured ? `; refused ${shown('quotes_refused')} of quotes, ${shown('unrelated_evidence')} of evidence is unrelated` : ''}${isDistrusted ? '; NOT TRUSTED' : ''}`
  const silent = scrapes.length < asked ? '; list all admin ports with --at' : ''
  return [
    `Candidate screening  ${toIso(at)}  ${scrapes.length} of ${asked} processes answer${silent}`,
    `Degraded   ${parts || (scrapes.length > 0 ? 'nothing' : 'unknown')}`,
    '',
    `Jobs       ${states.map((state) => state.padStart(12)).join('')}`,
    ...lanes.map(
      (lane) => `  ${lane.padEnd(9)}${states.map((state) => `${backlog[`${lane}_${state}`]}`.padStart(12)).join('')}`,
    ),
    `  oldest   waiting ${since(backlog.oldestPendingAt)}, running ${since(backlog.oldestProcessingAt)}`,
    '',
    before ? 'A second' : 'Since the start',
    `  requests ${count('http_requests_total')}, ${statuses.map((status) => `${status} ${count('http_requests_total', { status })}`).join(', ')}`,
    `  jobs     ${['completed', 'failed', 'retried', 'snoozed'].map((name) => `${name} ${outcome(name)}`).join(', ')}`,
    `  webhooks ${['succeeded', 'retried', 'failed'].map((name) => `${name} ${webhook(name)}`).join(', ')}`,
    `  tokens   ${count('screening_model_tokens_total')}`,
    '',
    `Model      ${scoring('running')} of ${scoring('limit')} calls running, ${scoring('waiting')} waiting${largest('screening_model_away') > 0 ? '; AWAY' : ''}${trust}`,
    ...faultsIn(all).map((fault) => `           ${modelFaults[fault]}`),
    `Webhooks   ${backlog.deliveriesDue} due (oldest ${since(backlog.oldestDeliveryAt)}), ${backlog.deliveriesLater} later`,
    `Process    event-loop lag ${Math.round(largest('nodejs_eventloop_lag_p99_seconds') * SECOND)} ms (p99), memory ${Math.round(largest('process_resident_memory_bytes') / 2 ** 20)} MiB (highest of all)`,
  ].join('\n')
}

/** Returns the model faults that the processes report, and that the operator must fix. */
function faultsIn(all: Series[]): ModelFault[] {
  const found = all.filter(({ name, value }) => name === 'screening_model_fault' && value > 0)
  const known = Object.keys(modelFaults) as ModelFault[]
  return known.filter((fault) => found.some(({ labels }) => labels.fault === fault))
}

type Count = (name: string, labels?: Record<string, string>) => string

/**
 * Returns a counter summed over all processes: per second or, without `before`, in total. After a process has
 * restarted, the next rate is too low, but never below 0.
 */
function countOf(now: Look, before: Look | null): Count {
  const total = ({ scrapes }: Look, name: string, labels?: Record<string, string>) =>
    scrapes.reduce((sum, series) => sum + sumOf(series, name, labels), 0)
  return (name, labels) => {
    if (!before) return `${total(now, name, labels)}`
    const grown = Math.max(0, total(now, name, labels) - total(before, name, labels))
    return (grown / Math.max(1e-3, (now.at - before.at) / SECOND)).toFixed(1)
  }
}
