/** Pages that a link returns instead of a file, and resumes as parts of pages and as records. */
import test from 'ava'
import { monotonicMs } from '../../../src/kit/time.ts'
import { linesPdf, makeDocx, resumeLines } from '../../tools/samples/resumes.ts'
import { outcomeOf, parse, read } from '../../tools/reading.ts'

const page = (body: string, head = '') => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
const resumeHtml = `<ul><li>${resumeLines.join('</li><li>')}</li></ul>`
const scripted = '<div id="root"></div><script src="/app.js"></script>'

const webPages: Record<string, string> = {
  'a sign-in page': page(
    '<h1>Sign in</h1><form><input name=e><input type=password><button>Sign in</button></form><p>No account? Create one! By continuing you agree to the terms.</p>',
  ),
  'a sign-in page in a language that needs few words': page(
    '<form><input name=e><input type="PASSWORD"></form><p>ようこそ</p>',
  ),
  'a redirect': page(
    '<p>One moment, you are led to the document that you asked for.</p>',
    '<meta http-equiv="Refresh" content="0; URL=/x">',
  ),
  'a page that is filled by scripts': page(scripted, '<title>Dana Whitfield - resume</title>'),
  'the page of a document viewer': page(
    `<div>Dana_CV.pdf</div><noscript>JavaScript is off</noscript><div role=main>Sign in. Loading… There was a problem with the preview. Download.</div>`,
  ),
  'the page of a missing file': page(
    '<h1>File not found</h1><p>The resume you requested does not exist or has been removed by its owner.</p>',
  ),
}

for (const [name, html] of Object.entries(webPages)) {
  test(`${name} is RESUME_FETCH_FAILED`, async (t) => {
    t.like(await parse(Buffer.from(html)), { ok: false, code: 'RESUME_FETCH_FAILED', reason: 'web_page' })
  })
}

const errors: Record<string, string> = {
  'an error in JSON':
    '{"error":{"code":"unauthorized","message":"The access token provided is invalid or has expired."}}',
  'a list of errors in JSON': '[{"errors":[{"status":"410","title":"Gone"}]}]',
  'an RFC 9457 problem':
    '{"type":"about:blank","title":"Not Found","status":404,"detail":"The file that you asked for does not exist."}',
  'an error in XML':
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message><RequestId>4F2A</RequestId></Error>',
  'an error in XML without a declaration':
    '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>',
}

for (const [name, text] of Object.entries(errors)) {
  test(`${name} is RESUME_FETCH_FAILED`, async (t) => {
    t.like(await parse(Buffer.from(text)), { ok: false, code: 'RESUME_FETCH_FAILED', reason: 'error_answer' })
  })
}

test('a resume is read if it is a whole page, a page with a sign-in form, or a part of a page', async (t) => {
  const fragments = [
    `<strong>Experience</strong><br>${resumeHtml}`,
    `${resumeLines[0]}<br>${resumeLines.join('<br>')}<p></p><p></p><ul></ul>`,
    `<span>CV</span>${resumeHtml}`,
  ]
  for (const html of [page(resumeHtml), page(`<form><input type=password></form>${resumeHtml}`), ...fragments]) {
    const { type, resume } = await read(Buffer.from(html))
    t.is(type, 'html')
    for (const line of resumeLines) t.true(resume.text.includes(line), line)
    t.notRegex(resume.text, /<\w/)
  }
  const mentioned = `${resumeLines.join('\n')}\nWrote <div> and <span> by hand.`
  t.is((await read(Buffer.from(mentioned))).type, 'text')
})

test('a document that is not a resume is refused in every format', async (t) => {
  const lines = [
    ...['INVOICE', 'Invoice number: 2024-0187', 'Invoice date: 3 March 2024', 'Bill to: Harbour Freight Systems'],
    ...['Backend development 12 480.00 5,760.00', 'Subtotal 5,760.00', 'VAT 20% 1,152.00', 'Total due 6,912.00'],
  ]
  const files = [await linesPdf(lines), await makeDocx(lines), Buffer.from(lines.join('\n'))]
  for (const bytes of files) t.like(await parse(bytes), { ok: false, code: 'RESUME_EMPTY', reason: 'not_a_resume' })
  t.is(await outcomeOf(Buffer.from(page(`<p>${lines.join('</p><p>')}</p>`))), 'RESUME_FETCH_FAILED')
})

test("a protected file's cover page is RESUME_ENCRYPTED", async (t) => {
  const cover = [
    'This document is protected by rights management.',
    'Open it in a compatible viewer, or ask its owner for permission.',
  ]
  t.like(await parse(await linesPdf(cover)), { ok: false, code: 'RESUME_ENCRYPTED', reason: 'rights_managed' })
})

const record = {
  basics: {
    name: 'Dana Whitfield',
    label: 'Senior Backend Engineer',
    email: 'dana@example.org',
    location: { city: 'Hull' },
  },
  work: [
    {
      name: 'Harbour Freight Systems',
      position: 'Senior Backend Engineer',
      startDate: '2017-01-01',
      endDate: '2025-03-01',
      highlights: [
        'Designed and ran TypeScript services for forty thousand containers a month.',
        'Led a team of six engineers.',
      ],
    },
    { name: 'Northgate', position: 'Developer', startDate: '2014-02-01', summary: 'Dana wrote the ledger.' },
  ],
  education: [
    { institution: 'University of Leeds', area: 'Computer Science', studyType: 'Bachelor', endDate: '2014-06-01' },
  ],
  skills: [{ name: 'Backend', keywords: ['TypeScript', 'MySQL'] }],
}

for (const [form, text] of Object.entries({
  written: JSON.stringify(record, null, 2),
  minified: JSON.stringify(record),
})) {
  test(`JSON Resume is read with its headings and periods, ${form}, and the name is redacted`, async (t) => {
    const outcome = await parse(Buffer.from(text), monotonicMs() + 60_000, true)
    if (!outcome.ok) return t.fail(outcome.message)
    const { type, resume } = outcome.value
    t.is(type, 'json')
    t.true(
      resume.text.includes('Work experience\nHarbour Freight Systems, Senior Backend Engineer, 2017-01 – 2025-03'),
      resume.text,
    )
    for (const said of [
      'Northgate, Developer, 2014-02 – present',
      '- Led a team of six engineers.',
      'TypeScript, MySQL',
      'Education',
    ])
      t.true(resume.text.includes(said), said)
    t.notRegex(resume.text, /[{}"]|startDate/)
    t.notRegex(resume.redacted, /Dana|Whitfield|dana@/)
  })
}

test('Europass XML is read, and the name is redacted', async (t) => {
  const xml = `<?xml version="1.0"?><SkillsPassport xmlns="http://europass.cedefop.europa.eu/Europass"><LearnerInfo>
    <Identification><PersonName><FirstName>Dana</FirstName><Surname>Whitfield</Surname></PersonName></Identification>
    <WorkExperienceList><WorkExperience><Period><From year="2017" month="--01"/><To year="2025"/></Period><Position><Label>Forklift supervisor</Label></Position>
    <Activities>Led a team of twelve operators</Activities><Employer><Name>Harbour Systems</Name></Employer></WorkExperience></WorkExperienceList>
    <Skills><Computer><Description>Kubernetes, Terraform</Description></Computer></Skills></LearnerInfo></SkillsPassport>`
  const outcome = await parse(Buffer.from(xml), monotonicMs() + 60_000, true)
  if (!outcome.ok) return t.fail(outcome.message)
  const { type, resume } = outcome.value
  t.is(type, 'xml')
  for (const said of [
    'Work experience',
    'Forklift supervisor',
    '2017-01 – 2025',
    'Harbour Systems',
    'Kubernetes, Terraform',
  ])
    t.true(resume.text.includes(said), `${said} in ${resume.text}`)
  t.notRegex(resume.redacted, /Dana|Whitfield/)
})

const hrXml = {
  'HR-XML 2': `<Resume xmlns="http://ns.hr-xml.org/2006-02-28"><StructuredXMLResume>
    <ContactInfo><PersonName><FormattedName>Dana Whitfield</FormattedName><GivenName>Dana</GivenName><FamilyName>Whitfield</FamilyName></PersonName></ContactInfo>
    <EmploymentHistory><EmployerOrg><EmployerOrgName>Harbour Systems</EmployerOrgName><PositionHistory><Title>Forklift supervisor</Title>
    <Description>Led a team of twelve operators.</Description><StartDate><YearMonth>2017-01</YearMonth></StartDate><EndDate><StringDate>current</StringDate></EndDate></PositionHistory></EmployerOrg></EmploymentHistory>
    <LicensesAndCertifications><LicenseOrCertification><Name>Forklift licence</Name></LicenseOrCertification></LicensesAndCertifications>
    <Qualifications><Competency name="Kubernetes"><CompetencyEvidence/></Competency><Competency name="Terraform"/></Qualifications></StructuredXMLResume></Resume>`,
  'HR-XML 3': `<Candidate xmlns="http://www.hr-xml.org/3" xmlns:oa="http://www.openapplications.org/oagis/9"><CandidatePerson><PersonName><oa:GivenName>Dana</oa:GivenName><FamilyName>Whitfield</FamilyName></PersonName></CandidatePerson>
    <CandidateProfile><EmploymentHistory><EmployerHistory><OrganizationName>Harbour Systems</OrganizationName><PositionHistory><PositionTitle>Forklift supervisor</PositionTitle>
    <EmploymentPeriod><StartDate><FormattedDateTime>2017-01</FormattedDateTime></StartDate><CurrentIndicator>true</CurrentIndicator></EmploymentPeriod><oa:Description>Led a team of twelve operators.</oa:Description></PositionHistory></EmployerHistory></EmploymentHistory>
    <Certifications><Certification><CertificationName>Forklift licence</CertificationName></Certification></Certifications>
    <Qualifications><PersonCompetency><CompetencyName>Kubernetes</CompetencyName></PersonCompetency><PersonCompetency><CompetencyName>Terraform</CompetencyName></PersonCompetency></Qualifications></CandidateProfile></Candidate>`,
}

for (const [kind, text] of Object.entries(hrXml)) {
  test(`${kind} is read field by field, and the name is redacted`, async (t) => {
    const outcome = await parse(Buffer.from(text), monotonicMs() + 60_000, true)
    if (!outcome.ok) return t.fail(outcome.message)
    const { type, resume } = outcome.value
    t.is(type, 'xml')
    t.true(resume.text.startsWith('Dana Whitfield\n'), resume.text)
    for (const said of [
      'Work experience\nHarbour Systems\nForklift supervisor',
      'Led a team of twelve operators.',
      'Skills',
    ])
      t.true(resume.text.includes(said), `${said} in ${resume.text}`)
    for (const said of ['Kubernetes', 'Terraform', 'Forklift licence']) t.true(resume.text.includes(said), said)
    t.regex(resume.text, /2017-01 – (?:current|present)/)
    t.notRegex(resume.text, /true|<|CompetencyName/)
    t.notRegex(resume.redacted, /Dana|Whitfield/)
  })
}

test('a file of an unsupported type is refused, and the error states the type', async (t) => {
  const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
  t.like(await parse(zip), {
    code: 'RESUME_CONVERSION_FAILED',
    reason: 'unsupported_type',
    fileType: 'application/zip',
  })
  const gif = Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1'), Buffer.alloc(40)])
  t.like(await parse(gif), { reason: 'unsupported_type', fileType: 'image/gif' })
  t.like(await parse(Buffer.from('%!PS-Adobe-3.0\n')), {
    reason: 'unsupported_type',
    fileType: 'application/postscript',
  })
})
