/**
 * The load of the scale figures, in a process of its own: so many requests at once on connections that stay open, for a
 * while or up to a number, and what was accepted of them meanwhile.
 *
 * Speaks to its parent: see `Client` in `scale-children.ts`.
 */
import { Pool } from 'undici'
import type { Load, Loaded, Target } from './scale-children.ts'

const batchEntries = 100
/** Names of applications are never used twice in a run. */
let names = 0
let requests = 0

function requestOf({ kind, targets }: Load): { path: string; body: string; target: Target } {
  const target = targets[(requests += 1) % targets.length] as Target
  const entry = () => {
    const applicationId = `load-${(names += 1)}`
    return { applicationId, resumeUrl: `${target.resumes}/${applicationId}` }
  }
  const job = `/v1/jobs/${target.job}`
  if (kind === 'batch') {
    const applications = Array.from({ length: batchEntries }, entry)
    return { target, path: `${job}/scoring-batches`, body: JSON.stringify({ applications }) }
  }
  const { applicationId, resumeUrl } = entry()
  return { target, path: `${job}/applications/${applicationId}/scoring-jobs`, body: JSON.stringify({ resumeUrl }) }
}

async function load(order: Load): Promise<Loaded> {
  const { url, kind, atOnce, warmMs, forMs, countMax } = order
  const pool = new Pool(url, { connections: atOnce, pipelining: 1 })
  const from = performance.now() + warmMs
  const until = from + forMs
  const each = kind === 'batch' ? batchEntries : 1
  const seen = { accepted: 0, all: 0, last: from, refused: null as string | null }
  const one = async () => {
    const { path, body, target } = requestOf(order)
    const headers = {
      authorization: `Bearer ${target.key}`,
      'x-tenant-id': target.tenant,
      'content-type': 'application/json',
    }
    const answer = await pool.request({ method: 'POST', path, headers, body })
    const text = await answer.body.text()
    if (answer.statusCode !== 202) seen.refused ??= `${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`
    const now = performance.now()
    seen.all += each
    if (now < from || now >= until) return
    seen.accepted += each
    seen.last = now
  }
  const go = async () => {
    while (performance.now() < until && seen.all < countMax && seen.refused === null) await one()
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  await pool.close()
  return { accepted: seen.accepted, all: seen.all, ms: seen.last - from, refused: seen.refused }
}

process.on('message', (order: Load) => {
  load(order).then(
    (loaded) => process.send?.(loaded),
    (error: Error) => process.send?.({ accepted: 0, all: 0, ms: 1, refused: error.message } satisfies Loaded),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({})
