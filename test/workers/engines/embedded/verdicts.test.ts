/** Verdicts apart from matching: answers, reasons, limits. */
import test from 'ava'
import { embeddedEngine } from '../../../../workers/engines/embedded/engine.ts'
import type { Verdict } from '../../../../workers/tasks.ts'
import { textsOf } from '../../../../workers/checks/evidence.ts'
import { checkDrafts } from '../../../../workers/checks/verdict-checks.ts'
import { assertQuotes, draft, draftOne, taskOf } from './drafting.ts'

test('an answer is read together with its question', async (t) => {
  const askedKubernetes = 'Do you have experience with Kubernetes?'
  const onlyDocker = 'No, but I have run Docker for years.'
  const garden = 'I would rather speak of my garden and its many roses.'
  const cases: [criterion: string, question: string, answer: string, expected: Verdict][] = [
    ['Authorized to work in the US', 'Are you legally authorized to work in the US?', 'Yes', 'MET'],
    ['Authorized to work in the US', 'Are you legally authorized to work in the US?', 'No', 'NOT_MET'],
    ['3+ years of Kubernetes', 'How many years of Kubernetes do you have?', '4 years', 'MET'],
    ['5+ years of Kubernetes', 'How many years of Kubernetes do you have?', '2 years', 'NOT_MET'],
    ['Fluent German', 'What is your level of German?', 'Fluent', 'MET'],
    ['Experience with Docker', askedKubernetes, onlyDocker, 'MET'],
    ['Experience with Kubernetes', askedKubernetes, onlyDocker, 'NOT_MET'],
    ['Authorized to work in the US', 'Do you need a visa to be authorized to work in the US?', 'Yes', 'NO_EVIDENCE'],
    ['Experience with Kubernetes', 'Tell us about Kubernetes', garden, 'NO_EVIDENCE'],
  ]
  for (const [criterion, question, answer, expected] of cases) {
    const answers = [
      { question: 'Name?', answer: '-' },
      { question, answer },
    ]
    const verdict = await draftOne(criterion, 'A resume without anything to the point.', answers)
    t.is(verdict.verdict, expected, `${criterion} / ${question} / ${answer}`)
    assertQuotes(t, verdict, answer)
    for (const evidence of verdict.evidence) t.like(evidence, { source: 'ANSWER', answerIndex: 1 })
  }
})

test('a "no" outweighs a name in a list, but not work that the resume shows', async (t) => {
  const answers = [{ question: 'Do you have hands-on experience with Kubernetes?', answer: 'No' }]
  const listed = await draftOne('Experience with Kubernetes', 'Skills: Kubernetes, Docker', answers)
  const shown = await draftOne('Experience with Kubernetes', 'Moved all services to Kubernetes.', answers)
  t.is(listed.verdict, 'NOT_MET')
  t.is(shown.verdict, 'MET')
})

test('a verdict does not depend on the other criteria', async (t) => {
  const resume = 'Built TypeScript services.\nDesigned the PostgreSQL schema with the team.\nTaught the team Docker.'
  const texts = ['Experience with TypeScript', 'Able to teach a team', 'PostgreSQL or MySQL', '5+ years of Docker']
  const together = await draft(texts, resume)
  for (const [index, text] of texts.entries()) {
    const alone = await draftOne(text, resume)
    t.deepEqual({ ...alone, criterionId: `cr_${index}` }, together[index])
  }
})

test("reasons contain none of the applicant's words", async (t) => {
  const resume = 'Zanzibar Widgets, 2018 – 2024\n- Built xylophone TypeScript services\nBSc Computer Science'
  const texts = ['5+ years of TypeScript', 'Experience with TypeScript and Go', "Bachelor's degree", 'Fluent German']
  for (const { reason } of await draft(texts, resume)) {
    t.notRegex(reason, /zanzibar|widgets|xylophone|\[|undefined|null/i)
    t.regex(reason, /^\p{Lu}.*\.$/u)
  }
  const [years] = await draft(texts, resume)
  t.is(years!.reason, 'Shows 6 years of TypeScript (required: 5 years).')
})

test('the longest allowed criterion has a reason that is short enough', async (t) => {
  const words = Array.from({ length: 60 }, (_, index) => `word${String.fromCharCode(97 + (index % 26)).repeat(3)}`)
  const lists = [' ', ', ', ' or ', ' / '].map((mark) => words.join(mark).slice(0, 480).trim())
  const texts = [...lists, ...lists.map((list) => `5 years of ${list}`)]
  for (const resume of ['wordaaa wordbbb wordccc', words.join(' '), 'nothing']) {
    for (const { reason } of await draft(texts, resume)) t.true(reason.length <= 300, reason)
  }
})

test('placeholders are ignored', async (t) => {
  const verdict = await draftOne('Experience with email campaigns', '[EMAIL] [NAME]\n[PHONE]')
  t.is(verdict.verdict, 'NO_EVIDENCE')
})

test("the quote checks refuse none of the engine's quotes", async (t) => {
  const resume = `Led a cross-functional team of eight engineers.
No experience with Kubernetes, but 5 years of Docker — in “production”.
• TypeScript,
  Node.js`
  const texts = ['Team leadership', 'Docker', 'Kubernetes', 'TypeScript', 'Node.js and Go', '3+ years of Docker']
  const verdicts = await draft(texts, resume)
  const task = taskOf(texts, resume, [])
  const checked = checkDrafts({ verdicts }, task.criteria, textsOf(task))
  t.deepEqual(checked.faults, [])
  t.is(checked.quotesRefused, 0)
  t.deepEqual(
    [...checked.verdicts.values()].map(({ verdict }) => verdict),
    verdicts.map(({ verdict }) => verdict),
  )
})

test('every text gets a verdict, however unusual', async (t) => {
  const blank = ['', ' ', '\n']
  const texts = ['🚀', 'a', '[NAME]', '((((', '....', '5 years', '2018 – ', 'no', "n't", '日本語', ': : :', '- - -']
  for (const resume of [...blank, ...texts].flatMap((text) => [text, text.repeat(500)])) {
    const verdicts = await draft(texts, resume, [{ question: resume, answer: resume }])
    t.deepEqual(
      verdicts.map(({ criterionId }) => criterionId),
      texts.map((_, index) => `cr_${index}`),
    )
    for (const verdict of verdicts) assertQuotes(t, verdict, resume)
  }
})

test('a task that is aborted before it begins ends with TIMEOUT', async (t) => {
  const outcome = await embeddedEngine.draftVerdicts(taskOf(['Go'], 'Go', []), AbortSignal.abort())
  t.like(outcome, { ok: false, code: 'TIMEOUT' })
})
