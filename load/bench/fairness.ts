/**
 * `make bench`: what one partner's trouble costs another. Of a partner's single, one after the other, the time from
 * submit to COMPLETED: alone, and beside a partner that brings more from line to line: a webhook receiver that hangs with
 * 10,000 deliveries due, a resume host that drips, 10,000 jobs queued. Promised is a ratio of at most 1.5.
 *
 * `--only model|embedded|cluster`.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { good, slow, startFakeGroq } from '../../test/support/fakes/groq.ts'
import { drip, file, silence, startResumeHost } from '../../test/support/fakes/resume-host.ts'
import { resumeLines } from '../../test/support/samples/resumes.ts'
import { findServices, startServices, stopServices } from '../../test/support/services/services.ts'
import { cluster, oneProcess, type Open } from './fairness-places.ts'

/** The first jobs compile what the others use. */
const warmUps = 10
/** As many rounds at least, for so long at least: enough for a 95th percentile, and all of it in ten minutes. */
const roundsMin = 40
const measuredMs = 6_000
/** Far below what is measured, and no load to speak of. */
const pollMs = 5
const batchEntries = 100
const atOnce = 8

const resume = file(resumeLines.join('\n'))
const wide = ['scoring_intake_single', 'scoring_intake_batch', 'read_and_ops', 'tenant_window'].map(
  (name) => `${name}=1000000`,
)

type Call = (path: string, body?: object) => Promise<any>

function callerOf(url: string, key: string): Call {
  const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'bench', 'Content-Type': 'application/json' }
  return async (path, body) => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const response = await fetch(url + path, init)
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

async function prepare(call: Call): Promise<void> {
  const jobDescription = 'Requirements:\n- Experience with Kubernetes\n- Experience with PostgreSQL\n- 5+ years of Go'
  await call('/v1/jobs/bench/criteria-generations', { jobContext: { jobDescription } })
}

async function many(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const go = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, go))
}

const submit = (call: Call, application: string, resumeUrl: string) =>
  call(`/v1/jobs/bench/applications/${application}/scoring-jobs`, { resumeUrl })

const submitBatch = (call: Call, name: string, resumeUrl: string) =>
  call('/v1/jobs/bench/scoring-batches', {
    applications: Array.from({ length: batchEntries }, (_, entry) => ({
      applicationId: `${name}-${entry}`,
      resumeUrl,
    })),
  })

async function percentiles(call: Call, name: string, resumeUrl: string): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  let began = Infinity
  for (let round = -warmUps; round < roundsMin || performance.now() - began < measuredMs; round += 1) {
    const from = performance.now()
    if (round === 0) began = from
    const application = `${name.replaceAll(/\W+/g, '-')}-${round}`
    let { status } = await submit(call, application, resumeUrl)
    while (status === 'queued' || status === 'processing') {
      await delay(pollMs)
      status = (await call(`/v1/jobs/bench/applications/${application}/score`)).status
    }
    if (status !== 'completed') throw new Error(`a job ended as ${status}`)
    if (round >= 0) times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * times.length)] as number
  return { p50: at(0.5), p95: at(0.95) }
}

/** A caller for each API in turn: what a balancer does. */
function balanced(urls: string[], key: string): Call {
  const calls = urls.map((url) => callerOf(url, key))
  let turn = 0
  return (...asked) => (calls[turn++ % calls.length] as Call)(...asked)
}

async function measure(title: string, open: Open, settings: Record<string, string> = {}): Promise<void> {
  const theirs = await startResumeHost({ '/cv.txt': resume })
  const crowded = await startResumeHost({ '/cv.txt': resume })
  const bad = await startResumeHost({ '/drip': drip(), '/hook': silence() })
  const { urls, cli, close } = await open({
    ...settings,
    OUTBOUND_ALLOW: [theirs, crowded, bad].map(({ pair }) => pair).join(),
  })
  try {
    const join = async (partner: string) => {
      cli('partners', 'create', partner)
      cli('partners', 'set-limits', partner, ...wide)
      const said = cli('keys', 'create', '--partner', partner, '--environment', 'sandbox')
      const call = balanced(urls, /sk_test_\w{38}/.exec(said)?.[0] ?? '')
      await prepare(call)
      return call
    }
    const [call, crowd] = [await join('measured'), await join('crowd')]
    console.log(`\n${title}`)
    const alone = await percentiles(call, 'alone', `${theirs.origin}/cv.txt`)
    const show = (name: string, { p50, p95 }: typeof alone) =>
      console.log(
        `  ${name.padEnd(24)} p50 ${p50.toFixed(0).padStart(5)} ms, p95 ${p95.toFixed(0).padStart(5)} ms,` +
          ` ratio of p95 ${(p95 / alone.p95).toFixed(2)}`,
      )
    const beside = async (name: string) => show(name, await percentiles(call, name, `${theirs.origin}/cv.txt`))
    show('alone', alone)
    await crowd('/v1/webhook-endpoints', { url: `${bad.origin}/hook` })
    // A blocked address ends its job, with an event, as it is accepted.
    await many(100, (index) => submitBatch(crowd, `blocked-${index}`, 'https://localhost/cv'))
    await beside('+ a receiver that hangs')
    await many(100, (index) => submit(crowd, `drip-${index}`, `${bad.origin}/drip`))
    await beside('+ a host that drips')
    await many(2_000, (index) => submit(crowd, `single-${index}`, `${crowded.origin}/cv.txt`))
    await many(80, (index) => submitBatch(crowd, `batch-${index}`, `${crowded.origin}/cv.txt`))
    await beside('+ 10,000 jobs queued')
  } finally {
    await close()
    await Promise.all([theirs, crowded, bad].map((host) => host.stop()))
  }
}

const groq = await startFakeGroq()
const modelIn = (answerMs: number) => {
  groq.otherwise(slow(answerMs, good))
  return { GROQ_API_KEY: 'bench', GROQ_BASE_URL: groq.url }
}

/** Last: it needs the services. */
async function measureCluster(): Promise<void> {
  const running = findServices()
  if (!running) await startServices()
  try {
    await measure('Two APIs and two workers, a model that answers in 1 s', cluster, modelIn(1_000))
  } finally {
    if (!running) await stopServices()
  }
}

const parts: Record<string, () => Promise<void>> = {
  model: () => measure('One process, a model that answers in 200 ms', oneProcess, modelIn(200)),
  embedded: () => measure('One process, the embedded engine', oneProcess),
  cluster: measureCluster,
}
// The processes of a cluster end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part()
await groq.close()
