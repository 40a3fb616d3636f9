/**
 * `make bench`: start to ready, memory before the first job, and a one-page PDF from submit to COMPLETED with the
 * embedded engine, beside the same job written by hand (`load/peers/by-hand.ts`) in the same run.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linesPdf } from '../../test/support/samples/resumes.ts'
import { firstLine } from './first-line.ts'

/** The first jobs compile what the others use. */
const warmUps = 10
const rounds = 100

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'screening-bench-'))
const pdf = await linesPdf()
const host = createServer((_request, response) => void response.end(pdf)).listen(0, '127.0.0.1')
await once(host, 'listening')
const hostPort = (host.address() as AddressInfo).port
const resumeUrl = `http://127.0.0.1:${hostPort}/cv.pdf`

function launch(script: string, env: Record<string, string> = {}): ChildProcess {
  return spawn('node', [script], { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
}

function rssOf(child: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function measure(work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const ms = await timed(() => work(round))
    if (round >= warmUps) times.push(ms)
  }
  return times
}

const startedAt = performance.now()
const service = launch('src/main.ts', {
  PORT: '0',
  ADMIN_PORT: '0',
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  OUTBOUND_ALLOW: `127.0.0.1:${hostPort}`,
})
const peer = launch('load/peers/by-hand.ts')
try {
  const [, url, key] = await firstLine(service, /ready on (\S+)[^]*?(sk_test_\w{38})[^]*OUTBOUND_ALLOW/)
  const readyMs = performance.now() - startedAt
  const rss = rssOf(service)
  const wide = ['scoring_intake_single', 'read_and_ops', 'tenant_window'].map((name) => `${name}=1000000`)
  const env = { ...process.env, DATA_DIR: folder }
  execFileSync('node', ['src/cli.ts', 'partners', 'set-limits', 'demo', ...wide], { cwd: root, env })
  const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'bench', 'Content-Type': 'application/json' }
  const call = async (path: string, body?: object) => {
    const response = await fetch(
      url + path,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    )
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json() as Promise<any>
  }
  const jobDescription =
    'Requirements:\n- Experience with Kubernetes\n- Experience with PostgreSQL\n- 5+ years of experience with Go\nNice to have:\n- Terraform'
  const { criteria } = await call('/v1/jobs/bench/criteria-generations', { jobContext: { jobDescription } })
  const score = async (round: number) => {
    const base = `/v1/jobs/bench/applications/app-${round}`
    let { status } = await call(`${base}/scoring-jobs`, { resumeUrl })
    while (status === 'queued' || status === 'processing') status = (await call(`${base}/score`)).status
    if (status !== 'completed') throw new Error(`a job ended as ${status}`)
  }
  const firstMs = await timed(() => score(-1))
  const ours = await measure(score)
  const [peerUrl] = await firstLine(peer, /http:\S+/)
  const texts = criteria.criteria.map(({ text }: { text: string }) => text)
  const theirs = await measure(() =>
    fetch(`${peerUrl}/score`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ resumeUrl, criteria: texts }),
    }).then((response) => response.json()),
  )
  const row = (name: string, times: number[]) =>
    `${name.padEnd(34)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`
  console.log(`start to ready                     ${Math.round(readyMs)} ms`)
  console.log(`memory before the first job        ${rss} MB, after ${rounds + warmUps + 1} jobs ${rssOf(service)} MB`)
  console.log(`first job                          ${firstMs.toFixed(1)} ms`)
  console.log(row('one-page PDF, submit to COMPLETED', ours))
  console.log(row('by hand: no queue, nothing stored', theirs))
  console.log(`ratio of the medians               ${(percentile(ours, 0.5) / percentile(theirs, 0.5)).toFixed(1)}`)
} finally {
  const ends = [service, peer].map((child) => once(child, 'exit'))
  service.kill('SIGTERM')
  peer.kill('SIGTERM')
  await Promise.all(ends)
  host.close()
  host.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
}
