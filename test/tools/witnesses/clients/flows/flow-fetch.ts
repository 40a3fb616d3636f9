/** The main flow with openapi-generator's client for TypeScript. Ends with an error at the first unexpected result. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Configuration, CriteriaApi, EventKind, Importance, ResponseError, ScoringApi, WebhooksApi } from './client'

const { BASE_URL = '', API_KEY = '', JOB: jobId = '' } = process.env
const configuration = new Configuration({ basePath: BASE_URL, accessToken: API_KEY })
const criteria = new CriteriaApi(configuration)
const scoring = new ScoringApi(configuration)
const webhooks = new WebhooksApi(configuration)
const application = { jobId, applicationId: 'app-1', xTenantId: 'acme' }

async function flow() {
  const draft = { text: '5+ years of experience with TypeScript', importance: Importance.MustHave }
  const reply = await criteria.replaceCriteria({ ...application, criteriaSetRequest: { criteria: [draft] } })
  assert.equal(reply.criteria.criteria.length, 1)

  const scoringRequest = { resumeUrl: 'https://fixtures.sandbox.invalid/strong' }
  const submitted = await scoring.submitScoringJob({ ...application, scoringRequest })
  const { scoringJobId } = submitted
  for (let last = submitted; !last.completedAt; last = await scoring.getScoringJob({ ...application, scoringJobId })) {
    assert.equal(last.failedAt, undefined)
    await sleep(200)
  }

  const latest = await scoring.getLatestScore(application)
  assert.ok(latest.result && latest.result.score > 0)
  const jobs = await scoring.listScoringJobs(application)
  assert.deepEqual(
    jobs.data.map(({ id }) => id),
    [scoringJobId],
  )

  const receiver = { url: 'https://hooks.example.com/screening', events: new Set([EventKind.ScoreCompleted]) }
  const created = await webhooks.createWebhookEndpoint({ webhookEndpointRequest: receiver })
  assert.ok(created.secret)
  await webhooks.deleteWebhookEndpoint({ webhookEndpointId: created.endpoint.id })

  const missing = scoring.getLatestScore({ ...application, applicationId: 'nobody' })
  await assert.rejects(missing, (error) => error instanceof ResponseError && error.response.status === 404)
}

void flow()
