import test, { type ExecutionContext } from 'ava'
import { createHash } from 'node:crypto'
import { timings } from '../../../src/platform/timings.ts'
import { startHarness, type Options } from '../../support/harness.ts'
import { file, redirect, startResumeHost, status, type Behaviour } from '../../tools/fakes/resume-host.ts'
import { makeDoc, makeRtf } from '../../tools/samples/legacy.ts'
import { makeMail } from '../../tools/samples/mails.ts'
import { linesPdf, makeDocx, makeOdt, makeText, resumeLines } from '../../tools/samples/resumes.ts'
import { batchWhen, isClosed } from '../../support/scoring.ts'

const description =
  'Requirements:\n- Experience with Kubernetes\n- Experience with PostgreSQL\nNice to have:\n- Terraform\n- COBOL'

async function start(t: ExecutionContext, routes: Record<string, Behaviour>, options: Options = {}) {
  const host = await startResumeHost(routes)
  t.teardown(() => host.stop())
  const harness = await startHarness(t, { ...options, settings: { OUTBOUND_ALLOW: host.pair, ...options.settings } })
  const client = await harness.client({ environment: 'PRODUCTION' })
  await client.generate('job-1', description)
  return { host, harness, client }
}

test('a resume gets the same score in every format, with verbatim quotes', async (t) => {
  const files: Record<string, Buffer> = {
    '/cv.pdf': await linesPdf(),
    '/cv.docx': await makeDocx(),
    '/cv.odt': await makeOdt(),
    '/cv.doc': makeDoc(),
    '/cv.rtf': makeRtf(),
    '/cv.eml': makeMail([{ type: 'text/plain', content: resumeLines.join('\n') }]),
    '/cv.txt': makeText(resumeLines.join('\n'), 'utf-16le-bom'),
  }
  const { host, client } = await start(
    t,
    Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, file(bytes)])),
  )
  for (const [path, bytes] of Object.entries(files)) {
    const { body } = await client.score('job-1', path.slice(1), { resumeUrl: `${host.origin}${path}` })
    t.is(body.status, 'completed', JSON.stringify(body.error))
    const { result, scoringJob } = body
    t.is(scoringJob.audit.engine, 'embedded')
    t.is(scoringJob.audit.fileSha256, createHash('sha256').update(bytes).digest('hex'))
    const verdicts = Object.fromEntries(
      result.assessment.criteria.map(({ text, verdict }: { text: string; verdict: string }) => [text, verdict]),
    )
    t.is(verdicts['Terraform'], 'MET', path)
    t.is(verdicts['COBOL'], 'NO_EVIDENCE', path)
    const lines = resumeLines.join('\n')
    for (const { verdict, evidence } of result.assessment.criteria) {
      t.is(evidence.length > 0, verdict === 'MET' || verdict === 'PARTIAL')
      for (const { quote, start, end } of evidence) {
        t.is(quote.length, end - start)
        t.true(lines.replaceAll(/\s+/g, ' ').includes(quote.replaceAll(/\s+/g, ' ')), quote)
      }
    }
    t.true(result.score > 5, `${path}: ${result.score}`)
  }
})

test("an applicant's answer is evidence for a criterion, and its quote is marked as an answer", async (t) => {
  const { host, client } = await start(t, { '/cv.txt': file(resumeLines.join('\n')) })
  const candidateData = {
    applicationAnswers: [
      { question: 'Anything else?', answer: 'I wrote COBOL programs for a bank from 2009 to 2015.' },
    ],
  }
  const { body } = await client.score('job-1', 'a', { resumeUrl: `${host.origin}/cv.txt`, candidateData })
  const cobol = body.result.assessment.criteria.find(({ text }: { text: string }) => text === 'COBOL')
  t.is(cobol.verdict, 'MET')
  const { source, answerIndex, quote, start: from, end } = cobol.evidence[0]
  t.deepEqual([source, answerIndex], ['ANSWER', 0])
  t.is(candidateData.applicationAnswers[0]?.answer.slice(from, end), quote)
})

test('the same resume is scored again without calling an engine, even after importance or order has changed', async (t) => {
  const { host, client } = await start(t, { '/cv.txt': file(resumeLines.join('\n')) })
  const first = await client.score('job-1', 'a', { resumeUrl: `${host.origin}/cv.txt` })
  t.is(first.body.scoringJob.audit.reused, 0)
  const again = await client.score('job-1', 'a', { resumeUrl: `${host.origin}/cv.txt`, rescore: true })
  t.is(again.body.scoringJob.audit.reused, again.body.result.assessment.criteria.length)
  t.deepEqual(again.body.result, first.body.result)
  const other = await client.score('job-1', 'b', { resumeUrl: `${host.origin}/cv.txt` })
  t.is(other.body.scoringJob.audit.reused, 0, 'verdicts are not shared between applications')
})

test('each way in which a host or a file fails has its own code', async (t) => {
  const encrypted = await linesPdf(resumeLines, { userPassword: 'secret', pdfVersion: '1.7' })
  const pdf = await linesPdf()
  const { host, client } = await start(t, {
    '/encrypted': file(encrypted),
    '/corrupted': file(pdf.subarray(0, 200)),
    '/empty': file(''),
    '/short': file('Only a few words.'),
    '/program': file(Buffer.from('7f454c46020101000000000000000000', 'hex')),
    '/large': file(Buffer.alloc(10 * 1024 * 1024 + 1, 'x')),
    '/inside': redirect('http://10.0.0.1/cv.pdf'),
    '/gone': status(410),
  })
  for (const [path, code] of [
    ['/encrypted', 'RESUME_ENCRYPTED'],
    ['/corrupted', 'RESUME_CORRUPTED'],
    ['/empty', 'RESUME_EMPTY'],
    ['/short', 'RESUME_EMPTY'],
    ['/program', 'RESUME_CONVERSION_FAILED'],
    ['/large', 'RESUME_TOO_LARGE'],
    ['/inside', 'RESUME_URL_BLOCKED'],
    ['/gone', 'RESUME_FETCH_FAILED'],
    ['/nowhere', 'RESUME_FETCH_FAILED'],
  ] as const) {
    const { body } = await client.score('job-1', path.slice(1), { resumeUrl: `${host.origin}${path}` })
    t.is(body.error?.code, code, path)
    t.is(body.scoringJob.errorCode, code)
  }
})

test('a transient failure is attempted up to five times, and the job fails with the code of the last attempt', async (t) => {
  const soon = { ...timings, retryFirstMs: 1, retryMsMax: 5, sweepMs: 10 }
  let failures = 0
  const flaky: Behaviour = (response, request) =>
    failures++ < 3 ? status(503)(response, request) : file(resumeLines.join('\n'))(response, request)
  const { host, client } = await start(t, { '/flaky': flaky, '/broken': status(500) }, { overrides: { timings: soon } })
  const recovered = await client.score('job-1', 'a', { resumeUrl: `${host.origin}/flaky` })
  t.is(recovered.body.status, 'completed')
  const broken = await client.score('job-1', 'b', { resumeUrl: `${host.origin}/broken` })
  t.is(broken.body.error.code, 'RESUME_FETCH_FAILED')
  t.true(broken.body.error.retryable)
  t.is(host.requests.filter(({ path }) => path === '/broken').length, 5)
})

test('neither the URL nor the text of a resume is logged, and the URL is removed from the row', async (t) => {
  const canary = 'canary7391'
  const lines = [...resumeLines, `Secret ${canary} of the candidate, which must not be logged.`]
  const { host, harness, client } = await start(t, {
    '/cv.txt': file(lines.join('\n')),
    '/bad': file(Buffer.from(`%PDF-1.7 ${canary}`)),
  })
  const candidateData = { applicationAnswers: [{ question: canary, answer: canary }] }
  await client.score('job-1', canary, { resumeUrl: `${host.origin}/cv.txt?signature=${canary}`, candidateData })
  await client.score('job-1', `bad-${canary}`, { resumeUrl: `${host.origin}/bad?signature=${canary}`, candidateData })
  t.false(harness.log.join('\n').includes(canary))
  t.false(harness.log.join('\n').includes(client.key))
  const rows = await harness.server.services.database.select<{ resumeUrl: null; answers: null }>(
    'SELECT resumeUrl, answers FROM scoring_jobs',
  )
  t.deepEqual(rows, [
    { resumeUrl: null, answers: null },
    { resumeUrl: null, answers: null },
  ])
})

test('names, addresses and phone numbers are not passed to an engine, but quotes show the original text', async (t) => {
  const lines = [
    'Maria Schneider',
    'maria.schneider@example.com, +49 170 1234567',
    'Maria Schneider ran Kubernetes clusters at Globex for six years, on call.',
  ]
  const { host, harness, client } = await start(t, { '/cv.txt': file(lines.join('\n')) })
  const seen: string[] = []
  const { pool } = harness.server.services
  // Makes the pool call the engine as it would call a model. Otherwise the embedded engine judges the redacted text in
  // the thread that reads it.
  Object.assign(pool, { judgesWhereItReads: false })
  const askEngine = pool.scoreApplication
  pool.scoreApplication = (owner, task, timeoutMs) => {
    seen.push(task.resume)
    return askEngine(owner, task, timeoutMs)
  }
  const { body } = await client.score('job-1', 'a', { resumeUrl: `${host.origin}/cv.txt` })
  t.is(seen.length, 1)
  for (const secret of ['Maria', 'Schneider', 'example.com', '1234567']) t.false(seen[0]?.includes(secret), secret)
  const kubernetes = body.result.assessment.criteria.find(({ text }: { text: string }) => /Kubernetes/.test(text))
  t.true(kubernetes.evidence[0].quote.includes('ran Kubernetes clusters'))
  t.true(lines.join('\n').includes(kubernetes.evidence[0].quote))
})

test("a partner's single submissions and batches have separate queues at the engine", async (t) => {
  const { host, harness, client } = await start(t, { '/cv.txt': file(resumeLines.join('\n')) })
  const other = await harness.client({ environment: 'PRODUCTION' })
  await other.generate('job-1', description)
  const owners: string[] = []
  const { pool } = harness.server.services
  Object.assign(pool, { judgesWhereItReads: false })
  const askEngine = pool.scoreApplication
  pool.scoreApplication = (owner, task, timeoutMs) => {
    owners.push(owner)
    return askEngine(owner, task, timeoutMs)
  }
  const resumeUrl = `${host.origin}/cv.txt`
  const applications = [{ applicationId: 'a', resumeUrl }]
  const { headers } = await client.post('/v1/jobs/job-1/scoring-batches', { applications })
  await batchWhen(client, headers.location as string, isClosed)
  await client.score('job-1', 'b', { resumeUrl })
  await client.score('job-1', 'c', { resumeUrl })
  await other.score('job-1', 'd', { resumeUrl })
  const [batches, singles, singlesAgain, singlesOfOther] = owners
  t.is(new Set([batches, singles, singlesOfOther]).size, 3)
  t.is(singlesAgain, singles)
})
