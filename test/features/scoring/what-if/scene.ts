/** A job whose applications are scored from real resumes, so that the same file always gives the same input. */
import type { ExecutionContext } from 'ava'
import { startHarness, type Client, type Harness, type Options } from '../../../support/harness.ts'
import { file, startResumeHost, status, type Behaviour } from '../../../tools/fakes/resume-host.ts'

/** Answers the first request with a server error, and later ones with the resume. */
function atSecondTry(resume: Behaviour): Behaviour {
  let tries = 0
  return (response, request) => (tries++ === 0 ? status(503) : resume)(response, request)
}

/** A resume that meets TypeScript and PostgreSQL but does not mention Kubernetes or Kafka. */
const knowing = [
  'Senior Backend Engineer, Acme, 2015 - 2024',
  'Built and ran payment services in TypeScript for nine years.',
  'Designed the PostgreSQL schema of the ledger and tuned its queries in production.',
].join('\n')

/** A resume that meets only Kubernetes. */
const operating = [
  'Site Reliability Engineer, Initech, 2016 - 2024',
  'Ran Kubernetes clusters in production for eight years and wrote the runbooks for them.',
].join('\n')

export const typescript = { text: 'TypeScript', importance: 'MUST_HAVE' }
export const postgres = { text: 'PostgreSQL', importance: 'PREFERRED' }
export const kubernetes = { text: 'Kubernetes', importance: 'NICE_TO_HAVE' }
export const kafka = { text: 'Apache Kafka', importance: 'PREFERRED' }

export type Scene = { harness: Harness; client: Client; url: (name: 'knowing' | 'operating' | 'flaky') => string }

/** Starts a server and a client whose `job-1` has the criteria TypeScript, PostgreSQL and Kubernetes. */
export async function startScene(t: ExecutionContext, options: Options = {}): Promise<Scene> {
  const [known, operated] = [file(knowing), file(operating)]
  const host = await startResumeHost({ '/knowing': known, '/operating': operated, '/flaky': atSecondTry(known) })
  t.teardown(() => host.stop())
  const harness = await startHarness(t, { ...options, settings: { OUTBOUND_ALLOW: host.pair, ...options.settings } })
  const client = await harness.client()
  await setCriteria(client, [typescript, postgres, kubernetes])
  return { harness, client, url: (name) => `${host.origin}/${name}` }
}

/** Makes these the current criteria of `job-1`. */
export async function setCriteria(client: Client, criteria: object[]): Promise<void> {
  const { status } = await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  if (status !== 200) throw new Error(`the criteria were refused: ${status}`)
}
