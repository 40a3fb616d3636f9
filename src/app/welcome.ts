/** The output of the first start: a partner, its sandbox key, and commands to paste. */
import { issueKey, permissions } from '../features/access/api-keys.ts'
import { createPartner } from '../features/access/partners.ts'
import type { Services } from '../platform/services.ts'
import { countPartners } from '../tables/partners.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'cell'>

/**
 * Returns the text for the first start on `url`; null if partners already exist. `settings` (such as `DATA_DIR=… `, or
 * empty) is printed before each command, so that the command opens the same database.
 *
 * The key has every permission, so that each operation can be tried. It is a sandbox key because standard output often
 * ends up in a log, where a live key must not appear.
 */
export async function welcome(services: Needs, url: string, settings: string): Promise<string | null> {
  if ((await countPartners(services.database)) > 0) return null
  const { id: partnerId } = await createPartner(services, 'demo')
  const sandbox = await issueKey(services, { partnerId, environment: 'SANDBOX' }, { permissions })
  return welcomeText(url, sandbox.key, settings)
}

const description =
  'Requirements: 5+ years of experience with TypeScript. Production experience with PostgreSQL. Nice to have: Kubernetes.'

function welcomeText(url: string, sandboxKey: string, settings: string): string {
  const headers = `-H 'Authorization: Bearer ${sandboxKey}' -H 'X-Tenant-Id: acme'`
  const json = `-H 'Content-Type: application/json'`
  return [
    `Candidate Screening Service is ready on ${url}`,
    '',
    `Partner "demo" has a sandbox key, which is shown only once: ${sandboxKey}`,
    `For a live key: ${settings}npm run -s cli -- keys create --partner demo --environment production`,
    `Documentation, with a form to try each operation: ${url}/docs`,
    '',
    'Score a resume in three steps; paste one line at a time:',
    '',
    `curl -s ${url}/v1/jobs/job-1/criteria-generations ${headers} ${json} -d '{"jobContext":{"jobTitle":"Backend Engineer","jobDescription":"${description}"}}'`,
    '',
    `curl -s ${url}/v1/jobs/job-1/applications/app-1/scoring-jobs ${headers} ${json} -d '{"resumeUrl":"https://fixtures.sandbox.invalid/strong"}'`,
    '',
    `curl -s ${url}/v1/jobs/job-1/applications/app-1/score ${headers} -H 'Prefer: wait=25'`,
    '',
    'To score a file of your own, upload it, and send the url of the response as resumeUrl:',
    '',
    `curl -s ${url}/v1/resumes ${headers} -F file=@cv.pdf`,
    '',
  ].join('\n')
}
