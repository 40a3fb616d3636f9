/** Answers with markup, as applicant-tracking systems send them, are scored and quoted as a reader sees them. */
import test from 'ava'
import { judgeResume } from '../../workers/judge-resume.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { parseResume } from '../../workers/parse-resume.ts'
import { monotonicMs } from '../../src/kit/time.ts'

const farMs = 600_000
const resume = 'Maria Schneider\nExperience\nShop assistant at Globex, 2015 - 2019'

async function read(answers: string[]) {
  const outcome = await parseResume(
    {
      ...{ source: { text: resume }, answers, blind: true, sizes: loadContract().sizes.resume },
      deadlineAt: monotonicMs() + farMs,
    },
    { openSandbox: () => {} },
  )
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.value
}

const answers: [sent: string, shown: string][] = [
  ['<p>Five years of TypeScript &amp; Node.js</p>', 'Five years of TypeScript & Node.js'],
  [
    '&lt;p&gt;Worked with C&amp;#35; at a caf&amp;eacute;&lt;/p&gt;&lt;p&gt;since 2019&lt;/p&gt;',
    'Worked with C# at a café\nsince 2019',
  ],
  ['<ul><li>SQL</li><li>Go</li></ul>', '- SQL\n- Go'],
  ['I have 5&#43; years&nbsp;with R&D', 'I have 5+ years\u00a0with R&D'],
  ['Yes<br>I drive<script>steal()</script><!-- x --><span style="display:none">COBOL</span>', 'Yes\nI drive'],
  ['<div>Ask <b>Maria Schneider</b></div>', 'Ask Maria Schneider'],
  // Plain text, which must stay exactly as it is.
  ['  List<String>, a < b & c > d \r\n\tR&D  ', '  List<String>, a < b & c > d \r\n\tR&D  '],
  ['*not* a [link](https://x.y) \\n', '*not* a [link](https://x.y) \\n'],
]

test('an answer in HTML is read as its visible text, and a plain answer is unchanged', async (t) => {
  const parsed = await read(answers.map(([sent]) => sent))
  t.deepEqual(
    parsed.answers.map(({ text }) => text),
    answers.map(([, shown]) => shown),
  )
  t.is(parsed.answers[5]!.redacted, 'Ask [NAME]')
})

test('a quote from an HTML answer is found in its text, and the markup of a question is ignored', async (t) => {
  const parsed = await read(['<p>Yes, 5&#43; years of TypeScript &amp; Node.js</p>'])
  const judged = await judgeResume(parsed, {
    criteria: [
      { id: 'cr_0', text: 'Experience with TypeScript' },
      { id: 'cr_1', text: 'Experience with SQL' },
    ],
    questions: ['<b>How much <a href="https://sql.example">TypeScript</a></b> have you written?'],
    ...{ today: Date.UTC(2026, 0, 1), tokenBudget: 50_000, timeoutMs: farMs },
  })
  if (!judged.ok) return t.fail(judged.message)
  const [met, missing] = judged.value.verdicts
  t.is(met!.verdict, 'MET')
  const [quote] = met!.evidence
  t.is(quote!.source, 'ANSWER')
  t.is(parsed.answers[0]!.text.slice(quote!.start, quote!.end), 'Yes, 5+ years of TypeScript & Node.js')
  t.is(missing!.verdict, 'NO_EVIDENCE')
})
