import test from 'ava'
import { hash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import { integrityOf } from '../../../../src/features/scoring/report/integrity.ts'
import { timings } from '../../../../src/platform/timings.ts'
import { file, startResumeHost } from '../../../tools/fakes/resume-host.ts'
import { HandClock } from '../../../tools/fakes/hand-clock.ts'
import { makePdf } from '../../../tools/samples/resumes.ts'
import { startHarness, type Answer } from '../../../support/harness.ts'

const fixture = (name: string) => `https://fixtures.sandbox.invalid/${name}`
const report = (application: string) => `/v1/jobs/job-1/applications/${application}/score/report`

type Read = { text: string; names: Set<string>; attributes: string[]; style: string }

/** Reads the page with a browser's Accept header. */
function read(page: string): Read {
  const seen: Read = { text: '', names: new Set(), attributes: [], style: '' }
  let inside = ''
  const parser = new Parser({
    onopentag(name, attributes) {
      inside = name
      seen.names.add(name)
      seen.attributes.push(...Object.keys(attributes))
    },
    ontext(text) {
      if (inside === 'style') seen.style += text
      else seen.text += text
    },
    onclosetag() {
      inside = ''
    },
  })
  parser.end(page)
  return { ...seen, text: seen.text.replace(/\s+/g, ' ') }
}

test("a score's report shows its range, each criterion with its quotes, and the calculation", async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  const { result, scoringJobId } = (await client.score('job-1', 'app-1', { resumeUrl: fixture('moderate') })).body
  const { status, headers, body } = await client.get(report('app-1'))
  t.is(status, 200)
  t.is(headers['content-type'], 'text/html; charset=utf-8')
  t.is(headers['cache-control'], 'no-store')
  const { text } = read(body)
  const { low, high } = result.assessment.scoreRange
  t.true(text.includes(`${result.score.toFixed(1)} of 10`))
  t.true(text.includes('Moderate match'))
  t.true(
    low === high
      ? text.includes('There is evidence for or against every criterion')
      : text.includes(`${low.toFixed(1)} and ${high.toFixed(1)}`),
  )
  for (const { text: criterion, reason, evidence } of result.assessment.criteria)
    for (const part of [criterion, reason, evidence[0].quote]) t.true(text.includes(part), part)
  t.regex(text, /10 × [\d.]+ earned ÷ \d+ possible = /)
  t.true(text.includes(`possible = ${result.score.toFixed(1)}`))
  t.true(text.includes(scoringJobId))
})

test('an unmet must-have caps the score visibly, and a criterion without evidence widens the range', async (t) => {
  const criteria = [
    { text: 'A pilot licence', importance: 'MUST_HAVE' },
    ...['PostgreSQL', 'TypeScript', 'Kubernetes', 'Terraform'].map((text) => ({ text, importance: 'PREFERRED' })),
  ]
  const host = await startResumeHost({
    '/cv.txt': file(
      'Experience\nBuilt services in TypeScript over PostgreSQL for six years.\nRan Kubernetes clusters with Terraform for four years.\n',
    ),
  })
  t.teardown(host.stop)
  const client = await (await startHarness(t, { settings: { OUTBOUND_ALLOW: host.pair } })).client()
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })
  const { result } = (await client.score('job-1', 'app-1', { resumeUrl: `${host.origin}/cv.txt` })).body
  t.is(result.score, 4.9)
  const { text } = read((await client.get(report('app-1'))).body)
  t.regex(text, /10 × 8 earned ÷ 12 possible = 6\.7, at most 4\.9 = 4\.9/)
  t.true(text.includes('between 4.9 and 10.0'))
})

test("the report shows the partner's names for the candidate and the job, and a rescore keeps them", async (t) => {
  const host = await startResumeHost({
    '/cv.txt': file('Sam ran Kubernetes clusters with Terraform for four years at a bank.\n'),
  })
  t.teardown(host.stop)
  const client = await (await startHarness(t, { settings: { OUTBOUND_ALLOW: host.pair } })).client()
  const jobContext = { jobTitle: 'R&amp;D Engineer', jobDescription: 'Requirements:\n- Kubernetes\n- Terraform' }
  await client.post('/v1/jobs/job-1/criteria-generations', { jobContext })
  const submit = (candidateData: object, more: object = {}) =>
    client.score('job-1', 'app-1', { resumeUrl: `${host.origin}/cv.txt`, candidateData, ...more })
  t.is((await submit({ label: `  Sam <Lee>${' x'.repeat(200)}` })).body.status, 'completed')
  const heading = /<Lee>( x)+ for R&D Engineer Application app-1 for job job-1/
  t.regex(read((await client.get(report('app-1'))).body).text, heading)
  const { id } = (await client.get('/v1/jobs/job-1/criteria')).body.criteria.criteria[0]
  await client.send('PATCH', `/v1/jobs/job-1/criteria/items/${id}`, { importance: 'NICE_TO_HAVE' })
  t.is((await client.post('/v1/jobs/job-1/rescores', {})).body.scores.length, 1)
  t.regex(read((await client.get(report('app-1'))).body).text, heading)
  // A malformed label is ignored rather than refused, because earlier releases ignored every label.
  t.is((await submit({ label: { first: 'Kim' } }, { rescore: true })).body.status, 'completed')
  t.regex(
    read((await client.get(report('app-1'))).body).text,
    heading,
    'a submission without a label keeps the last one',
  )
  t.is((await submit({ label: 'Kim' }, { rescore: true })).body.status, 'completed')
  t.regex(read((await client.get(report('app-1'))).body).text, /Kim for R&D Engineer/)
})

test('a quote is shown in the line that contains it, with its page number', async (t) => {
  const line =
    'Since 2015, ran the Kubernetes clusters of a retail bank, first alone and later with a team of five engineers in two cities, and moved all of them to Terraform without a single hour of downtime'
  const pages = [
    ['Sam Lee', 'Work experience', 'Worked as a gardener for two years.'],
    ['Experience as an engineer', 'Ran Kubernetes clusters with Terraform for four years.'],
  ]
  const host = await startResumeHost({
    '/cv.txt': file(`Experience\n${line}\n`),
    '/cv.pdf': file(
      await makePdf((pen) =>
        pages.forEach((lines, page) => (page > 0 ? pen.addPage() : pen) && lines.forEach((one) => pen.text(one))),
      ),
    ),
  })
  t.teardown(host.stop)
  const client = await (await startHarness(t, { settings: { OUTBOUND_ALLOW: host.pair } })).client()
  await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria: [{ text: 'Terraform', importance: 'MUST_HAVE' }] })
  const text = await client.score('job-1', 'text', { resumeUrl: `${host.origin}/cv.txt` })
  const [ofText] = text.body.result.assessment.criteria[0].evidence
  t.is(`${ofText.before ?? ''}${ofText.quote}${ofText.after ?? ''}`, line)
  t.not(ofText.quote, line, 'the engine quotes only a part of the line')
  t.true(read((await client.get(report('text'))).body).text.includes(line))
  t.false('page' in ofText)
  const pdf = await client.score('job-1', 'pdf', { resumeUrl: `${host.origin}/cv.pdf` })
  t.is(pdf.body.result.assessment.criteria[0].evidence[0].page, 2)
  t.regex(read((await client.get(report('pdf'))).body).text, /Resume, page 2, characters/)
})

test('jobs that wait or have failed also have a report', async (t) => {
  const clock = new HandClock()
  const client = await (await startHarness(t, { overrides: { clock, timings: { ...timings, sweepMs: 20 } } })).client()
  await client.generate('job-1')
  const submitted = await client.post('/v1/jobs/job-1/applications/app-1/scoring-jobs', { resumeUrl: fixture('slow') })
  t.regex(read((await client.get(report('app-1'))).body).text, /Waiting to be scored|Being scored/)
  clock.instant += timings.slowFixtureMs
  await client.ended(submitted.headers.location as string)
  t.regex(read((await client.get(report('app-1'))).body).text, /10\.0 of 10/)
  const failed = await client.score('job-1', 'app-2', { resumeUrl: fixture('resume-encrypted') })
  const { text } = read((await client.get(report('app-2'))).body)
  for (const part of ['No score', failed.body.error.message, 'What to do', 'RESUME_ENCRYPTED'])
    t.true(text.includes(part), part)
})

/** Text that tries to break out of an element, an attribute, a comment or a style. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style></strong></title><svg onload=alert(1)>',
  '<!-- --><iframe src="https://example.com"></iframe><![CDATA[',
  '&lt;b&gt; &amp;amp; &#60;i&#62;',
  '<base href="//example.com"><form action="//example.com"><input name=q>',
  '<meta http-equiv=refresh content="0;url=https://example.com"><link rel=stylesheet href=//example.com>',
  '<a href="javascript:alert(1)">click</a> <math><mtext><option><style><img src onerror=alert(1)>',
  '${7*7} {{7*7}} `x` \\u003cscript\\u003e',
]
const elements =
  'html head meta title style body main header footer section h1 h2 p span strong bdi ol ul li figure blockquote figcaption svg rect circle time'
const attributes =
  'lang charset http-equiv content name class dir viewbox role aria-label x y width height rx cx cy r datetime'

test('text from callers and resumes adds no script, no element and no request to the page', async (t) => {
  const client = await (await startHarness(t)).client()
  const criteria = hostile.map((text) => ({ text, importance: 'PREFERRED' }))
  t.is((await client.send('PUT', '/v1/jobs/job-1/criteria', { criteria })).status, 200)
  const { body } = await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  const quotes = body.result.assessment.criteria.map(
    ({ evidence }: { evidence: [{ quote: string }] }) => evidence[0].quote,
  )
  const seen = read((await client.get(report('app-1'))).body)
  t.deepEqual(
    [...seen.names].filter((name) => !elements.split(' ').includes(name)),
    [],
  )
  t.deepEqual(
    seen.attributes.filter((name) => !attributes.split(' ').includes(name)),
    [],
  )
  for (const part of [...hostile, ...quotes]) t.true(seen.text.includes(part.replace(/\s+/g, ' ')), part)
})

test('the content security policies in the header and in the page allow only the style sheet', async (t) => {
  const client = await (await startHarness(t)).client()
  await client.generate('job-1')
  await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  const { headers, body } = await client.get(report('app-1'))
  const sum = hash('sha256', read(body).style, 'base64')
  const policy = `default-src 'none'; style-src 'sha256-${sum}'; base-uri 'none'; form-action 'none'`
  t.is(headers['content-security-policy'], policy)
  t.true(body.includes(`content="${policy.replaceAll("'", '&#39;')}"`))
  t.notRegex(body, /style=|url\(|@import|https?:/)
})

test('hidden text is reported and never shown', async (t) => {
  const words = 'Built services in TypeScript and PostgreSQL for six years at a bank, from design to operation.'
  const page = `<html><body><h1>Experience</h1><p>${words}</p><p style="display:none">zebra TypeScript expert</p><p>Type\u200bScript</p></body></html>`
  const host = await startResumeHost({ '/cv.html': file(page) })
  t.teardown(host.stop)
  const client = await (await startHarness(t, { settings: { OUTBOUND_ALLOW: host.pair } })).client()
  await client.generate('job-1')
  const { body } = await client.score('job-1', 'app-1', { resumeUrl: `${host.origin}/cv.html` })
  t.deepEqual(body.scoringJob.integrity, {
    flags: ['HIDDEN_TEXT', 'INVISIBLE_CHARACTERS'],
    findings: [
      { flag: 'HIDDEN_TEXT', reason: 'style_sheet', letters: 21 },
      { flag: 'INVISIBLE_CHARACTERS', reason: 'zero_width' },
    ],
  })
  const { text } = read((await client.get(report('app-1'))).body)
  t.true(
    text.includes(
      'The resume contains text that a reader cannot see. It was not scored. Hidden by a style sheet (21 characters).',
    ),
  )
  t.false(text.includes('zebra'))
  const listed = (await client.get('/v1/jobs/job-1/scoring-jobs')).body.data[0]
  t.deepEqual(listed.integrity, { flags: ['HIDDEN_TEXT', 'INVISIBLE_CHARACTERS'] })
})

test('each page with hidden text is listed once, in order', (t) => {
  const hidden = (page: number) => ({ flag: 'HIDDEN_TEXT', reason: 'covered', page, letters: 3 })
  const note = integrityOf({
    flags: JSON.stringify(['HIDDEN_TEXT']),
    findings: JSON.stringify([2, 12, 1, 3, 12, 10, 2].map(hidden)),
  })
  t.regex(note?.text ?? '', />Covered or clipped on pages 1–3, 10, 12 \(21 characters\)\.</)
})

test("a request for another tenant's report gets the same 404 as for a report that does not exist", async (t) => {
  const harness = await startHarness(t)
  const client = await harness.client()
  await client.generate('job-1')
  await client.score('job-1', 'app-1', { resumeUrl: fixture('strong') })
  const other = await harness.client({ partnerId: client.partnerId, tenant: 'other' })
  const strip = ({ status, body }: Answer) => ({ status, ...body, traceId: '' })
  t.is((await client.get(report('app-1'))).status, 200)
  t.deepEqual(strip(await other.get(report('app-1'))), strip(await client.get(report('none'))))
})
