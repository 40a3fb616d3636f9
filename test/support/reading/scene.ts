/**
 * A server, a malicious partner, another partner, and a host with their files. The effect on the other partner is
 * measured from outside the server's process.
 */
import type { ExecutionContext } from 'ava'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ScoringJobReply } from '../../../generated/types.gen.ts'
import { file, startResumeHost } from '../../tools/fakes/resume-host.ts'
import { privateFolder, runProcess, startProcess } from '../../tools/services/process.ts'

const jobContext = {
  jobTitle: 'Backend Engineer',
  jobDescription: 'Requirements:\n- 5+ years of experience with Go\n- Production experience with PostgreSQL',
}
/** Limits that are never reached, because only threads and memory are measured. */
const limits = ['scoring_intake_single=10000', 'read_and_ops=10000', 'tenant_window=1000000']
const sampleMs = 100

/** How a job ended. `ms` is the time since before its submission. */
export type Ended = { status: string; code?: string; ms: number }
export type ScenePartner = {
  /**
   * Submits a file, which is made when the server fetches it. When the job is accepted, resolves with a function that
   * polls every `pollMs` until the job ends.
   */
  submit(make: () => Uint8Array | Promise<Uint8Array>): Promise<(pollMs: number) => Promise<Ended>>
}
export type ReadingScene = {
  enter(name: string): Promise<ScenePartner>
  /** Returns the server's memory in MB: the current value, and the maximum since the last call. */
  memory(): { now: number; most: number }
}

/** Opens a scene that is closed when the test ends. */
export async function openReadingScene(t: ExecutionContext): Promise<ReadingScene> {
  const host = await startResumeHost()
  t.teardown(() => host.stop())
  const DATA_DIR = join(privateFolder(t), 'data')
  const { url, child } = await startProcess(t, { DATA_DIR, OUTBOUND_ALLOW: host.pair, LOG_LEVEL: 'silent' })
  const cli = async (...words: string[]) =>
    JSON.parse((await runProcess(t, { DATA_DIR }, ['node', 'src/cli.ts', ...words])).stdout) as { key: string }
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  let most = 0
  const sampling = setInterval(() => (most = Math.max(most, rss())), sampleMs)
  t.teardown(() => clearInterval(sampling))
  let files = 0

  const enter = async (name: string): Promise<ScenePartner> => {
    await cli('partners', 'create', name)
    await cli('partners', 'set-limits', name, ...limits)
    const { key } = await cli('keys', 'create', '--partner', name, '--environment', 'production')
    const send = sender(url, key)
    await send('/v1/jobs/job-1/criteria-generations', { jobContext })
    return {
      async submit(make) {
        const name = `file-${(files += 1)}`
        host.routes.set(`/${name}`, (response, request) => {
          void Promise.resolve(make()).then((bytes) => file(bytes)(response, request))
        })
        const began = performance.now()
        const path = `/v1/jobs/job-1/applications/${name}/scoring-jobs`
        const { scoringJobId } = await send(path, { resumeUrl: `${host.origin}/${name}` })
        return async (pollMs) => {
          for (;;) {
            const { status, error } = await send(`${path}/${scoringJobId}`)
            if (status === 'completed' || status === 'failed')
              return { status, code: error?.code, ms: performance.now() - began }
            await delay(pollMs)
          }
        }
      },
    }
  }
  return {
    enter,
    memory() {
      const peak = most
      most = 0
      return { now: rss(), most: peak }
    },
  }
}

/**
 * Sends a partner's requests, and returns the responses.
 *
 * @throws Error for every unsuccessful response
 */
function sender(url: string, key: string): (path: string, body?: object) => Promise<Partial<ScoringJobReply>> {
  const headers = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': 'acme', 'Content-Type': 'application/json' }
  return async (path, body) => {
    const answer = await fetch(url + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<Partial<ScoringJobReply>>
  }
}
