/** A server that runs deletions only when a test runs them. */
import { type ExecutionContext } from 'ava'
import type { Failpoint } from '../../../src/platform/services.ts'
import { still } from '../../support/deletions.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Client } from '../../support/harness.ts'

export const application = '/v1/jobs/job-1/applications/app-1'
export const resumeUrl = 'https://fixtures.sandbox.invalid/strong'

export async function start(t: ExecutionContext, failpoint: (point: Failpoint) => void | Promise<void> = () => {}) {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { timings: still, clock, failpoint } })
  const client = await harness.client()
  const { services } = harness.server
  const eventsOf = async () => {
    const rows = await services.database.select<{ type: string; body: string }>('SELECT type, body FROM events')
    return rows.filter(({ type }) => type.startsWith('deletion.'))
  }
  return { harness, client, services, clock, eventsOf }
}

export async function scoreOne(client: Client): Promise<string> {
  await client.generate('job-1')
  return (await client.score('job-1', 'app-1', { resumeUrl })).body.scoringJobId
}
