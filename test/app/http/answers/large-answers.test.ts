/**
 * Every operation whose schemas allow a large response sends it in pieces, whatever its handler returns. Here, one
 * handler that returns 3 MiB replaces all others, because sending a response does not depend on the handler.
 */
import test from 'ava'
import { createUnsentBytes } from '../../../../src/app/http/answers/unsent-bytes.ts'
import { createApp } from '../../../../src/app/http/app.ts'
import { handlers } from '../../../../src/app/http/handlers.ts'
import { listen } from '../../../../src/app/http/server.ts'
import { createAuthenticator } from '../../../../src/features/access/authentication.ts'
import { permissions } from '../../../../src/features/access/api-keys.ts'
import type { Call } from '../../../../src/platform/contract/call.ts'
import type { Handlers } from '../../../../src/platform/services.ts'
import { answerBytesMax } from '../../../support/contract/answer-sizes.ts'
import { contract, operations } from '../../../support/contract/operations.ts'
import { absentIds, bodyOf, targetOf } from '../../../support/contract/world.ts'
import { startHarness } from '../../../support/harness.ts'

const largeBytes = 256 * 1024
const large = operations.filter((operation) => answerBytesMax(operation) > largeBytes)

test('the list of operations that can return more than 256 KiB is complete', (t) => {
  t.deepEqual(large.map(({ id }) => id).sort(), [
    'addCriterion',
    'changeCriterion',
    'createCriteriaGeneration',
    'createImpactAnalysis',
    'createImpactReport',
    'deleteCriterion',
    'exportScores',
    'generateCriteria',
    'getChangelog',
    'getCriteriaGeneration',
    'getCriteriaVersion',
    'getCurrentCriteria',
    'getCurrentCriteriaVersion',
    'getErrorPage',
    'getErrorPages',
    'getGuide',
    'getLatestScore',
    'getOpenapiJson',
    'getOpenapiYaml',
    'getRanking',
    'getReference',
    'getReferenceScript',
    'getScoreExplanation',
    'getScoreReport',
    'getScoringBatch',
    'getScoringJob',
    'getWebhookHealth',
    'listApiKeys',
    'listApplications',
    'listAuditRecords',
    'listCriteriaOfJobs',
    'listCriteriaVersions',
    'listEvents',
    'listJobs',
    'listLibraryCriteria',
    'listScoringBatches',
    'listScoringJobs',
    'listWebhookDeliveries',
    'listWebhookEndpoints',
    'openScoreReport',
    'orderCriteria',
    'overrideVerdict',
    'removeOverride',
    'replaceCriteria',
    'rescoreApplications',
    'simulateCriteria',
    'submitScoringJob',
  ])
})

test('the response of each of these operations is sent in pieces and counted by its size', async (t) => {
  const { server, client: make } = await startHarness(t)
  const text = 'x'.repeat(30_000)
  const body = { items: Array.from({ length: 100 }, () => text) }
  const whole = JSON.stringify(body)
  const answer = async ({ operation }: Call) => {
    const [status] = Object.keys(operation.definition.responses).filter((one) => one.startsWith('2'))
    const isJson = operation.definition.responses[status as string]?.content?.['application/json'] !== undefined
    return { status: Number(status), body: isJson ? body : whole }
  }
  const stubs = Object.fromEntries(Object.keys(handlers).map((name) => [name, answer])) as unknown as Handlers
  const unsent = createUnsentBytes(contract, () => {})
  const { services } = server
  const { authenticate } = createAuthenticator(services)
  const { app } = createApp(services, stubs, {
    operations: contract.operations,
    trustProxy: false,
    authenticate,
    unsent,
  })
  const http = await listen(contract, '127.0.0.1', 0, 'PORT')
  t.teardown(() => http.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
  http.open(app)
  const client = await make({ permissions: [...permissions] })
  for (const operation of large) {
    const { method, takesBody, id } = operation
    const response = await fetch(http.url + targetOf(operation, absentIds), {
      method: method.toUpperCase(),
      headers: {
        Authorization: `Bearer ${client.key}`,
        'X-Tenant-Id': client.tenant,
        ...(takesBody ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(takesBody ? { body: JSON.stringify(bodyOf(operation, { receiver: 'https://example.com' }) ?? {}) } : {}),
    })
    t.is(await response.text(), whole, id)
    t.is(response.headers.get('transfer-encoding'), 'chunked', `${id} was written in one piece`)
  }
  t.is(unsent.total(), 0)
})
