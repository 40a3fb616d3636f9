/** Descriptions with markup from applicant-tracking systems, and statements with several requirements or none. */
import test from 'ava'
import { generate, line } from '../../../../tools/samples/generated-criteria.ts'

const escape = (html: string): string =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const html = `<div class="content-intro"><p><strong>About us</strong></p><p>We&rsquo;re a team of 40.</p></div>
<style>li { margin: 0 }</style><h3>Requirements</h3><ul>
<li>Bachelor&#8217;s degree in Computer Science</li>
<li><p>5&#43; years of experience with <a href="https://x.example">TypeScript</a> &amp; Node.js</p></li>
<li>Experience with C&#35; is required<!-- 90k --></li></ul>
<h3>Nice to have</h3><ul><li>Caf&eacute; or d&#xE9;cor retail experience</li><li>Docker&nbsp;&hellip;</li></ul>`
const expected = [
  'MUST_HAVE Bachelor’s degree in Computer Science',
  'MUST_HAVE 5+ years of experience with TypeScript & Node.js',
  'MUST_HAVE Experience with C#',
  'NICE_TO_HAVE Café or décor retail experience',
]

test('a description gives the same criteria in HTML, in escaped HTML and in Markdown', async (t) => {
  const markdown = `**About us**

We're a team of 40.

## Requirements
* Bachelor’s degree in Computer Science
+ 5\\+ years of experience with [TypeScript](https://x.example "T") & Node.js
- [ ] Experience with C\\# is required

## Nice to have
* Caf&eacute; or d&#xE9;cor retail experience
* Docker …`
  for (const description of [html, escape(html), escape(escape(html)), html.replaceAll('\n', '\\n'), markdown]) {
    t.deepEqual((await generate(description)).map(line).slice(0, 4), expected, description.slice(0, 60))
  }
})

test('a requirement that contains an address is kept, and a request to write to an address is not a requirement', async (t) => {
  const criteria = await generate(`Requirements
- 5+ years of TypeScript (see https://www.typescriptlang.org)
- Must hold a PMP certification: https://www.pmi.org/certifications
- Familiar with www.salesforce.com tools
- Fluent French
Apply at https://acme.example/jobs or mail jobs@acme.example
Learn more about our benefits: https://acme.example/benefits`)
  t.deepEqual(criteria.map(line), [
    'MUST_HAVE 5+ years of TypeScript',
    'MUST_HAVE PMP certification',
    'MUST_HAVE Familiar with salesforce.com tools',
    'MUST_HAVE Fluent French',
  ])
})

test('items of different kinds in one list become separate criteria, and so do names', async (t) => {
  const cases: [description: string, texts: string[]][] = [
    [
      'Desirable: Coupa, German or Polish, a full driving licence.',
      ['Coupa', 'German or Polish', 'Full driving licence'],
    ],
    ['Required: SQL, a bachelor degree, English and French', ['SQL', 'Bachelor degree', 'English and French']],
    ['Requirements\n- Python, Go or Java', ['Python, Go or Java']],
    ['Requirements\n- Docker, Kubernetes or a CKA certificate', ['Docker, Kubernetes or a CKA certificate']],
    ['Requirements\n- COBOL, JCL and DB2', ['COBOL', 'JCL', 'DB2']],
  ]
  for (const [description, texts] of cases) {
    const criteria = await generate(description)
    t.deepEqual(
      criteria.map(({ text }) => text),
      texts,
      description,
    )
  }
})

test('statements that cannot be checked are not criteria', async (t) => {
  const criteria = await generate(`Requirements
- Knows what a bad invoice looks like
- You know what good feels like
- Understands what makes a great team
- Knows how to read technical drawings`)
  t.deepEqual(
    criteria.map(({ text }) => text),
    ['Knows how to read technical drawings'],
  )
})

test("a criterion's passage is plain text", async (t) => {
  const [, years] = await generate(html)
  t.is(years!.sourceQuote, '5+ years of experience with TypeScript & Node.js')
})
