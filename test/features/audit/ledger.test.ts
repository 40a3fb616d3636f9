import { createHash } from 'node:crypto'
import test from 'ava'
import canonicalize from 'canonicalize'
import type { AuditRecord } from '../../../generated/types.gen.ts'
import { sealAuditRecords, sweepAuditRecords } from '../../../src/features/audit/chain.ts'
import { verifyChain } from '../../../src/features/audit/verification.ts'
import { DAY } from '../../../src/kit/time.ts'
import { deleteNow } from '../../support/deletions.ts'
import { fixture, ownerOf, readLedger, scoreAndSeal, startScene } from './scene.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('each completed score has one record, which a reader can verify with only SHA-256 and canonical JSON', async (t) => {
  const { harness, client } = await startScene()
  await scoreAndSeal(client, ['app-1', 'app-2'])
  await client.score('job-1', 'app-3', { resumeUrl: fixture('resume-empty') })
  const scoringJob = (await client.score('job-1', 'app-1', { resumeUrl: fixture('weak'), rescore: true })).body
  await sealAuditRecords(harness.server.services)
  const records = await readLedger(client)
  t.deepEqual(
    records.map(({ sequence, subject }) => [sequence, subject?.applicationId]),
    [
      [1, 'app-1'],
      [2, 'app-2'],
      [3, 'app-1'],
    ],
  )
  let previous = '0'.repeat(64)
  for (const { sequence, previousHash, hash, record, subject } of records) {
    t.is(previousHash, previous)
    t.is(hash, sha256(`${previous}\n${sequence}\n${canonicalize(record)}`))
    t.is(record.subjectSha256, sha256(canonicalize(subject) as string))
    previous = hash
  }
  const { record, subject } = records[2] as AuditRecord
  const { score, verdict, criteriaVersionId, flags, isRescore, requestedBy, criteria } = record
  const { assessment, audit } = scoringJob.scoringJob
  t.deepEqual(
    { score, verdict, criteriaVersionId, flags, isRescore, requestedBy },
    {
      score: scoringJob.result.score,
      verdict: assessment.verdict,
      criteriaVersionId: scoringJob.scoringJob.criteriaVersionId,
      flags: [],
      isRescore: true,
      requestedBy: client.keyId,
    },
  )
  t.deepEqual(criteria, [
    {
      criterionId: assessment.criteria[0].criterionId,
      importance: 'MUST_HAVE',
      textSha256: sha256('Carpentry'),
      verdict: assessment.criteria[0].verdict,
    },
  ])
  const { salt, ...ids } = subject ?? {}
  t.regex(salt as string, /^[0-9a-f]{32}$/)
  const { fileSha256, textSha256 } = audit
  const { scoringJobId } = scoringJob
  t.deepEqual(ids, { applicationId: 'app-1', jobId: 'job-1', tenantId: 'acme', scoringJobId, fileSha256, textSha256 })
})

test('a record contains no text from the criteria, the resume or its quotes', async (t) => {
  const { client } = await startScene()
  await scoreAndSeal(client, ['app-1'])
  const { body } = await client.get('/v1/audit-records')
  t.false(/carpentry/i.test(body))
})

test('a reader can continue after the last record that it has read', async (t) => {
  const { client } = await startScene()
  await scoreAndSeal(client, ['app-1', 'app-2', 'app-3'])
  const sequences = async (query: string) => (await readLedger(client, query)).map(({ sequence }) => sequence)
  t.deepEqual(await sequences('?limit=2'), [1, 2])
  t.deepEqual(await sequences('?limit=2&after=2'), [3])
  t.deepEqual(await sequences('?after=3'), [])
})

test('each environment of each partner has its own chain', async (t) => {
  const { harness, client, services } = await startScene()
  const other = await harness.client()
  await other.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'Carpentry', importance: 'MUST_HAVE' }] })
  await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  await scoreAndSeal(other, ['app-of-other'])
  t.deepEqual(
    (await readLedger(client)).map(({ sequence, subject }) => [sequence, subject?.applicationId]),
    [[1, 'app-1']],
  )
  t.deepEqual(
    (await readLedger(other)).map(({ sequence }) => sequence),
    [1],
  )
  const production = await harness.client({ partnerId: client.partnerId, environment: 'PRODUCTION' })
  t.deepEqual(await readLedger(production), [])
  t.deepEqual((await verifyChain(services.database, ownerOf(client))).faults, [])
})

test('a rescore from stored verdicts is recorded like any other score', async (t) => {
  const { client, services } = await startScene()
  await scoreAndSeal(client, ['app-1'])
  const criteria = [{ text: 'Carpentry', importance: 'NICE_TO_HAVE' }]
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  const { body } = await client.post('/v1/jobs/job-1/rescores', { applicationIds: ['app-1'] })
  await sealAuditRecords(services)
  const last = (await readLedger(client)).at(-1) as AuditRecord
  t.is(last.subject?.scoringJobId, body.scores[0].scoringJobId)
  t.is(last.record.criteria[0]?.importance, 'NICE_TO_HAVE')
  t.is(last.record.requestedBy, client.keyId)
})

test('after an application is erased the chain is still valid, and no record identifies the person', async (t) => {
  const { client, services, owner } = await startScene()
  const { database } = services
  await scoreAndSeal(client, ['app-erased'])
  await client.score('job-1', 'app-kept', { resumeUrl: fixture('moderate') })
  await client.score('job-1', 'app-erased', { resumeUrl: fixture('weak'), rescore: true })
  const before = await database.select<{ subject: string }>('SELECT subject FROM audit_records ORDER BY id')
  const traces = before.flatMap(({ subject }) => {
    const { applicationId, scoringJobId, fileSha256, textSha256, salt } = JSON.parse(subject)
    return applicationId === 'app-erased' ? [applicationId, scoringJobId, fileSha256, textSha256, salt] : []
  })
  t.is(new Set(traces).size, 1 + 2 + 4 + 2, 'the fixtures differ, so all hashes are different')
  await deleteNow(client, services, '/v1/jobs/job-1/applications/app-erased')
  await sealAuditRecords(services)
  const { records, faults } = await verifyChain(database, owner)
  t.deepEqual({ records, faults }, { records: 3, faults: [] })
  const { body } = await client.get('/v1/audit-records')
  t.deepEqual(
    traces.filter((trace) => (body as string).includes(trace)),
    [],
  )
  t.deepEqual(
    (await readLedger(client)).map(({ subject }) => subject?.applicationId ?? null),
    [null, 'app-kept', null],
  )
  await deleteNow(client, services, '/v1/tenants/acme')
  t.deepEqual((await verifyChain(database, owner)).faults, [])
  t.deepEqual(
    (await readLedger(client)).map(({ subject }) => subject),
    [null, null, null],
  )
})

test('records are deleted at the end of their retention period, and the rest of the chain stays valid', async (t) => {
  const { client, services, owner } = await startScene()
  const { database, timings } = services
  await scoreAndSeal(client, ['app-1', 'app-2', 'app-3'])
  const age = Date.now() - timings.auditRecordsKeptMs - DAY
  const at = new Date(age).toISOString()
  t.is(timings.auditRecordsKeptMs, 1461 * DAY)
  await sweepAuditRecords(services)
  t.is((await readLedger(client)).length, 3)
  // Makes the records one day older than the retention period, and seals them again.
  const mine = [owner.partnerId]
  await database.execute('DELETE FROM audit_chains WHERE partnerId = $1', mine)
  await database.execute(
    `UPDATE audit_records SET sequence = NULL, createdAt = $2, record = '{"at":"${at}","id":"' || id || '"}', subject = NULL, tenantId = NULL, applicationId = NULL
      WHERE partnerId = $1`,
    [...mine, age],
  )
  await sealAuditRecords(services)
  await scoreAndSeal(client, ['app-4', 'app-5'])
  await sweepAuditRecords(services)
  t.deepEqual(
    (await readLedger(client)).map(({ sequence }) => sequence),
    [4, 5],
  )
  const { faults, records } = await verifyChain(database, owner)
  t.deepEqual({ faults, records }, { faults: [], records: 2 })
  await database.execute('DELETE FROM audit_records WHERE sequence = 4 AND partnerId = $1', mine)
  t.deepEqual((await verifyChain(database, owner)).faults, ['records 4 to 4 are missing'])
})

test("an override, a review and the removal of an override are recorded, and an erasure also removes the reviewer's name", async (t) => {
  const { client, services, owner } = await startScene()
  await scoreAndSeal(client, ['app-1'])
  const score = '/v1/jobs/job-1/applications/app-1/score'
  const { criterionId, verdict } = (await client.get(score)).body.scoringJob.assessment.criteria[0]
  const path = `${score}/overrides/${criterionId}`
  const reason = 'Seen in the work samples'
  const decide = (other: string) => client.send('PUT', path, { verdict: other, reason, reviewer: 'Reviewer4711' })
  t.is((await decide('NOT_MET')).status, 200)
  t.is((await decide(verdict)).status, 200)
  t.is((await client.send('DELETE', path)).status, 200)
  await sealAuditRecords(services)
  const [, ...records] = await readLedger(client)
  t.deepEqual(
    records.map(({ record, subject }) => [
      record.kind,
      record.change?.action,
      record.change?.verdict,
      subject?.reviewer,
    ]),
    [
      ['score.overridden', 'OVERRIDDEN', 'NOT_MET', 'Reviewer4711'],
      ['score.overridden', 'REVIEWED', verdict, 'Reviewer4711'],
      ['score.overridden', 'REMOVED', verdict, undefined],
    ],
  )
  t.is(records[0]?.record.criteria[0]?.verdict, 'NOT_MET')
  t.is(records[0]?.record.requestedBy, client.keyId)
  for (const { record, subject } of records) t.is(record.subjectSha256, sha256(canonicalize(subject) as string))
  t.deepEqual((await verifyChain(services.database, owner)).faults, [])
  await deleteNow(client, services, '/v1/jobs/job-1/applications/app-1')
  t.false((await client.get('/v1/audit-records')).body.includes('Reviewer4711'))
})
