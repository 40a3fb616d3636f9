/**
 * Starts the peer, the hand-written system to compare with. It gets the same data as the service, so that both give the
 * same responses.
 */
import type { ScoringJob } from '../../generated/types.gen.ts'
import { root } from './checkouts.ts'
import { openJobs } from './openings.ts'
import { placeOnServices } from './places.ts'
import { launch } from './processes.ts'
import { scoredApplication, type Opening } from './requests.ts'
import { startSystem, type Engine, type Outdoors, type System } from './systems.ts'

const files: Record<string, Record<Engine, string>> = {
  api: { model: 'load/peers/api.ts', embedded: 'load/peers/api.ts' },
  worker: { model: 'load/peers/worker.ts', embedded: 'load/peers/pdf-worker.ts' },
}

/** Starts the peer on MariaDB, RabbitMQ and Redis, with the openings of the service. */
export async function startPeer({ outside, generator }: Outdoors, openings: Opening[]): Promise<System> {
  const place = await placeOnServices()
  const env = { ...place.settings, GROQ_BASE_URL: outside.groqUrl }
  const peer = await startSystem({
    ...{ name: 'peer', place, generator, role: 'api', takesBatches: false },
    launch: (name, args, engine) =>
      launch({ name: `peer: ${name}`, file: files[args[1] as string]![engine], cwd: root, env }),
  })
  peer.openings = openings
  await openJobs(peer.ask, openings)
  return peer
}

/** Copies the score of each of the service's openings to the peer's. */
export async function copyScores(from: System, peer: System): Promise<void> {
  for (const opening of peer.openings) {
    const path = `/v1/jobs/${opening.job}/applications/${scoredApplication}`
    const theirs = await peer.ask(opening, 'POST', `${path}/scoring-jobs`, { resumeUrl: opening.resumes })
    const { scoringJob } = await from.ask(opening, 'GET', `${path}/score`)
    const { score, assessment, audit, startedAt, completedAt } = scoringJob as ScoringJob
    await peer.place.execute(
      `UPDATE scoring_jobs SET status = 'COMPLETED', score = ?, assessment = ?, audit = ?, startedAt = ?, completedAt = ?
        WHERE id = ?`,
      [
        ...[
          score,
          JSON.stringify(assessment),
          JSON.stringify(audit),
          Date.parse(startedAt as string),
          Date.parse(completedAt as string),
        ],
        theirs.scoringJobId,
      ],
    )
  }
}

/** Returns the names and types of a body's members at every depth, without their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  const members = Object.entries(value).map(([name, member]) => [name, shapeOf(member)] as const)
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Checks that the peer's responses have the same members as the service's. Otherwise, the two would not do the same
 * work.
 * @throws Error if they differ
 */
export async function checkAlike(ours: System, peer: System): Promise<void> {
  const [opening] = ours.openings as [Opening]
  const submission = { resumeUrl: `${opening.resumes}/alike` }
  const questions = [
    ['GET', `/v1/jobs/${opening.job}/criteria`],
    ['GET', `/v1/jobs/criteria?jobIds=${opening.job},unknown`],
    ['GET', '/v1/rate-limit-status'],
    ['POST', `/v1/jobs/${opening.job}/applications/alike/scoring-jobs`, submission],
    ['GET', `/v1/jobs/${opening.job}/applications/alike/score`],
  ] as const
  for (const [method, path, body] of questions) {
    const [one, other] = [await ours.ask(opening, method, path, body), await peer.ask(opening, method, path, body)]
    const [shape, theirs] = [one, other].map((answer) => JSON.stringify(shapeOf(answer)))
    if (shape !== theirs) throw new Error(`${method} ${path}: the service answers ${shape}, the peer ${theirs}`)
  }
}
