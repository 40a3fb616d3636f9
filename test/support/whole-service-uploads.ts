/** Uploads resumes in every way: scored, discarded, and deleted with an application. */
import { untilDeleted } from './contract/world.ts'
import type { Client } from './harness.ts'

/** More than two chunks. */
const bytesOf = (mark: string) => Buffer.from(`Experience\n5 years of ${mark}\n${' '.repeat(600 * 1024)}`)

const upload = (client: Client, mark: string, idempotencyKey?: string) =>
  client.api.uploadResume({ body: bytesOf(mark) }, idempotencyKey === undefined ? {} : { idempotencyKey })

/** Leaves an upload that a scoring job has used. */
export async function uploadOne(client: Client): Promise<string> {
  const { resume } = await upload(client, 'welding')
  const applications = [{ applicationId: 'app-uploaded', resumeUrl: resume.url }]
  const { body } = await client.post('/v1/jobs/job-1/scoring-batches', { applications })
  return body.scoringJobIds[0]
}

export async function uploadInEveryWay(client: Client): Promise<void> {
  await upload(client, 'one file', 'upload')
  // Uploads a file that is stored and discarded when it ends.
  await upload(client, 'another file', 'upload').catch(() => {})
  const id = await uploadOne(client)
  const application = '/v1/jobs/job-1/applications/app-uploaded'
  await client.ended(`${application}/scoring-jobs/${id}`)
  await untilDeleted(client, (await client.send('DELETE', application)).headers.location)
}
