/**
 * Why a resume was not scored, as its partner sees it. Each code has a reason, which never contains an internal
 * address.
 */
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { timings } from '../../../src/platform/timings.ts'
import { startHarness } from '../../support/harness.ts'
import { file, redirect, startResumeHost, status, type Behaviour } from '../../tools/fakes/resume-host.ts'
import { linesPdf, resumeLines } from '../../tools/samples/resumes.ts'

async function start(t: import('ava').ExecutionContext, routes: Record<string, Behaviour>) {
  const host = await startResumeHost(routes)
  t.teardown(() => host.stop())
  const short = { retryFirstMs: 1, retryMsMax: 5, fetchTimeoutMs: 2_000 }
  const harness = await startHarness(t, {
    settings: { OUTBOUND_ALLOW: host.pair },
    overrides: { timings: { ...timings, ...short } },
  })
  const client = await harness.client({ environment: 'PRODUCTION' })
  await client.generate('job-1', 'Requirements:\n- Experience with Kubernetes\n- Experience with PostgreSQL')
  return { host, client }
}

test('a failure has a reason, in the error and in the scoring job', async (t) => {
  const { host, client } = await start(t, {
    '/gone': status(410),
    '/forbidden': status(403),
    '/loop': redirect('/loop'),
    '/inside': redirect('http://10.0.0.1/cv.pdf'),
    '/coding': file('cv', { 'content-encoding': 'compress' }),
    '/sheet': file(Buffer.from('504b0506000000000000000000000000000000000000', 'hex')),
    '/encrypted': file(await linesPdf(resumeLines, { userPassword: 'secret', pdfVersion: '1.7' })),
    '/empty': file(''),
  })
  const expected: Record<string, object> = {
    '/gone': { code: 'RESUME_FETCH_FAILED', reason: 'http_status', httpStatus: 410, retryable: false },
    '/nowhere': { code: 'RESUME_FETCH_FAILED', reason: 'http_status', httpStatus: 404, retryable: false },
    '/forbidden': { code: 'RESUME_FETCH_FAILED', reason: 'http_status', httpStatus: 403, retryable: true },
    '/loop': { code: 'RESUME_FETCH_FAILED', reason: 'too_many_redirects' },
    '/inside': { code: 'RESUME_URL_BLOCKED', reason: 'not_public' },
    '/coding': { code: 'RESUME_FETCH_FAILED', reason: 'content_encoding' },
    '/sheet': { code: 'RESUME_CONVERSION_FAILED', reason: 'unsupported_type', fileType: 'application/zip' },
    '/encrypted': { code: 'RESUME_ENCRYPTED', reason: 'password_protected' },
    '/empty': { code: 'RESUME_EMPTY', reason: 'no_text' },
  }
  for (const [path, error] of Object.entries(expected)) {
    const { body } = await client.score('job-1', path.slice(1), { resumeUrl: host.origin + path })
    t.like(body.error, error, path)
    const { code: errorCode, message: errorMessage, retryable: _, ...cause } = body.error
    t.like(body.scoringJob, { errorCode, errorMessage, ...cause }, path)
    t.notRegex(JSON.stringify(body), /127\.0\.0\.1|10\.0\.0\.1/, path)
  }
  const { body: sheet } = await client.score('job-1', 'sheet', { resumeUrl: `${host.origin}/sheet` })
  t.regex(sheet.error.message, /application\/zip\. Send a pdf, docx/)
  const { body: listed } = await client.get('/v1/jobs/job-1/scoring-jobs?status=FAILED')
  t.true(listed.data.every(({ reason }: { reason?: string }) => reason !== undefined))
})

test('a file that its host does not have ready yet is fetched again, and then scored', async (t) => {
  const waits = [202, 503, 429]
  const { host, client } = await start(t, {
    '/cv': (response, request) => {
      const code = waits.shift()
      if (code === undefined) file(gzipSync(resumeLines.join('\n')), { 'content-encoding': 'gzip' })(response, request)
      else status(code, { 'retry-after': '0' })(response, request)
    },
    '/never': status(202, { 'retry-after': '0' }),
  })
  const { body } = await client.score('job-1', 'a', { resumeUrl: `${host.origin}/cv` })
  t.is(body.status, 'completed', JSON.stringify(body.error))
  t.is(host.requests.length, 4)
  const { body: never } = await client.score('job-1', 'b', { resumeUrl: `${host.origin}/never` })
  t.like(never.error, { code: 'RESUME_FETCH_FAILED', reason: 'http_status', httpStatus: 202, retryable: true })
})
