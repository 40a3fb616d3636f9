/**
 * `make bench`: what one partner's trouble costs another. Of a partner's single, one after the other, the time from
 * submit to COMPLETED: alone, and beside a partner that brings more from line to line: a webhook receiver that hangs with
 * 10,000 deliveries due, a resume host that drips, 10,000 jobs queued. Once with a model that answers in 200 ms, once
 * with the embedded engine. Promised is a ratio of at most 1.5.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { good, slow, startFakeGroq } from '../../test/support/fake-groq.ts'
import { drip, file, silence, startResumeHost } from '../../test/support/resume-host.ts'
import { resumeLines } from '../../test/support/resumes.ts'
import { firstLine } from './first-line.ts'

/** The first jobs compile what the others use. */
const warmUps = 10
/** Enough for a 95th percentile, and all of it in two minutes. */
const rounds = 40
const modelMs = 200
/** Far below what is measured, and no load to speak of. */
const pollMs = 5
const batchEntries = 100
const atOnce = 8

const root = join(import.meta.dirname, '../..')
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
  for (let round = -warmUps; round < rounds; round += 1) {
    const from = performance.now()
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

async function measure(engine: string, settings: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'screening-bench-'))
  const theirs = await startResumeHost({ '/cv.txt': resume })
  const bad = await startResumeHost({ '/cv.txt': resume, '/drip': drip(), '/hook': silence() })
  const env = { ...process.env, DATA_DIR: folder, ...settings }
  const allow = { PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'error', OUTBOUND_ALLOW: `${theirs.pair},${bad.pair}` }
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  const service = spawn('node', ['src/main.ts'], { cwd: root, env: { ...env, ...allow }, stdio: [...stdio] })
  try {
    const [, url = '', key = ''] = await firstLine(service, /ready on (\S+)[^]*?(sk_test_\w{38})[^]*OUTBOUND_ALLOW/)
    const cli = (...argv: string[]) => execFileSync('node', ['src/cli.ts', ...argv], { cwd: root, env }).toString()
    cli('partners', 'create', 'crowd')
    for (const partner of ['demo', 'crowd']) cli('partners', 'set-limits', partner, ...wide)
    const [crowdKey = ''] =
      /sk_test_\w{38}/.exec(cli('keys', 'create', '--partner', 'crowd', '--environment', 'sandbox')) ?? []
    const [call, crowd] = [callerOf(url, key), callerOf(url, crowdKey)]
    await prepare(call)
    await prepare(crowd)

    const alone = await percentiles(call, 'alone', `${theirs.origin}/cv.txt`)
    const show = (name: string, { p50, p95 }: typeof alone) =>
      console.log(
        `${engine.padEnd(10)} ${name.padEnd(34)} p50 ${p50.toFixed(0).padStart(5)} ms, p95 ${p95.toFixed(0).padStart(5)} ms,` +
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
    await many(2_000, (index) => submit(crowd, `single-${index}`, `${bad.origin}/cv.txt`))
    await many(80, (index) => submitBatch(crowd, `batch-${index}`, `${bad.origin}/cv.txt`))
    await beside('+ 10,000 jobs queued')
  } finally {
    service.kill('SIGKILL') // what is queued need not be waited for
    await once(service, 'exit')
    await Promise.all([theirs.stop(), bad.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

const groq = await startFakeGroq()
groq.otherwise(slow(modelMs, good))
await measure('model', { GROQ_API_KEY: 'bench', GROQ_BASE_URL: groq.url })
await groq.close()
await measure('embedded', {})
