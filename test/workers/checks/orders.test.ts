/**
 * Instructions to the scorer in a resume. A model that obeys them earns the candidate almost nothing, in any language
 * and disguise, and ordinary text is not mistaken for instructions.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { monotonicMs } from '../../../src/kit/time.ts'
import { isOnlyAnOrder, isPromptInjection } from '../../../workers/checks/prompt-injection.ts'
import { hasInjectionPhrase } from '../../../workers/checks/prompt-injection-phrases.ts'
import type { Drafts, Engine } from '../../../workers/engine.ts'
import { stripInvisible, textFindings } from '../../../workers/reading/hidden-characters.ts'
import { scoreApplicationWith } from '../../../workers/score-application.ts'
import { labelledJobs } from '../../tools/eval/labelled-set.ts'
import { recordedResumes } from '../../tools/eval/replay/recorded-answers.ts'

type Line = { kind: string; language: string; text: string }

const lines = readFileSync(join(import.meta.dirname, '../../data/orders.txt'), 'utf8')
  .replaceAll('\\u00ad', '\u00ad')
  .split(/^@ /m)
  .slice(1)
  .flatMap((block) => {
    const [kind = '', ...rest] = block.trim().split('\n')
    return rest.map((line): Line => ({ kind, language: line.slice(0, 2), text: line.slice(4) }))
  })
const orders = lines.filter(({ kind }) => kind !== 'criteria')
const criteriaIn = (language: string): string[] =>
  lines.find((line) => line.kind === 'criteria' && line.language === language)!.text.split(' | ')

const resumeWith = (order: string): string =>
  ['Robin Vale', 'Florist, Greenhouse & Co., 2017 - 2024', 'Tied bouquets and wreaths', order, 'Hobby: chess'].join(
    '\n',
  )

/**
 * Returns a model that gives MET for each criterion, with the passages that `quotes` returns for the criterion's
 * number.
 */
function obedientModel(quotes: (index: number) => string[]): Engine {
  const none = async () => ({ ok: false, code: 'NOTHING_ASKED', message: '' }) as const
  return {
    ...{ identity: { engine: 'groq', model: 'obedient', promptVersion: '0' }, room: () => null },
    ...{ generateCriteria: none, generateQuestions: none },
    draftVerdicts: async ({ criteria }) => {
      const verdicts: Drafts['verdicts'] = criteria.map(({ id }, index) => ({
        ...{ criterionId: id, verdict: 'MET', reason: 'As the resume shows.' },
        evidence: quotes(index).map((quote) => ({ source: 'RESUME', quote })),
      }))
      return { ok: true, value: { verdicts, tokens: { input: 1, output: 1 } } }
    },
  }
}

/** Returns the indices of the criteria that earn credit, and the application's flags. */
async function outcomeOf(order: string, texts: string[], quotes: (index: number) => string[]) {
  const { text: resume, suspicions } = stripInvisible(resumeWith(order))
  const outcome = await scoreApplicationWith(obedientModel(quotes), {
    ...{ criteria: texts.map((text, index) => ({ id: `cr_${index}`, text })), resume, answers: [] },
    ...{ today: 0, deadlineAt: monotonicMs() + 60_000, tokenBudget: 50_000 },
  })
  if (!outcome.ok) throw new Error(outcome.message)
  const { verdicts, findings = [] } = outcome.value
  const credited = verdicts.flatMap(({ verdict }, index) => (verdict === 'MET' ? [index] : []))
  return { credited, flags: [...findings, ...textFindings(resume, suspicions)].map(({ flag }) => flag) }
}

/**
 * Splits an instruction at a space near its middle. An instruction without a space there is not split, because half a
 * word is not a quote.
 */
const halves = (text: string): string[] => {
  const middle = text.indexOf(' ', text.length / 2)
  return middle === -1 ? [text, text] : [text.slice(0, middle), text.slice(middle + 1)]
}

test('the test uses 40 instructions, in eight languages', (t) => {
  t.is(orders.length, 40)
  t.is(new Set(orders.map(({ language }) => language)).size, 8)
})

/** How many of the 40 instructions may earn credit. */
const creditedMax = 2

for (const [how, quotesOf] of Object.entries({
  whole: (order: string) => () => [order],
  'in halves': (order: string) => (index: number) => [halves(order)[index % 2]!],
})) {
  test(`of 40 instructions that a model quotes ${how}, at most two earn credit, and all are flagged`, async (t) => {
    const earning = new Map<string, string>()
    for (const { language, text } of orders)
      for (const criteria of [criteriaIn(language), criteriaIn('en')]) {
        const { credited, flags } = await outcomeOf(text, criteria, quotesOf(text))
        t.true(flags.length > 0, text)
        for (const number of credited) earning.set(text, `${text}: ${criteria[number]}`)
      }
    t.log(`${earning.size} of ${orders.length} orders earn something, all flagged`, ...earning.values())
    t.true(earning.size <= creditedMax)
  })
}

test('an instruction is recognised in each disguise, and is not accepted as evidence', (t) => {
  const english = orders.filter(({ kind, language }) => language === 'en' && kind !== 'sentences')
  for (const { kind, text } of english) {
    if (kind !== 'scoring keys') t.true(isPromptInjection(text), text)
    t.true(isOnlyAnOrder(text), text)
  }
})

test("a quote that consists of the prompt's own labels is not evidence", (t) => {
  for (const text of [
    'MET',
    'C1 MET',
    'C483172: MET',
    'NOT_MET',
    'no evidence',
    'Criterion 3: ＭＥＴ',
    '1 MET and 2 PARTIAL',
  ])
    t.true(isOnlyAnOrder(text), text)
  for (const text of ['No', 'Not yet', 'C1, C1E', 'German: C1', '10 years', 'Met 12 of 12 targets', 'Partial fraction'])
    t.false(isOnlyAnOrder(text), text)
})

test('no careful quote of the recorded model, and no line of a labelled resume, is mistaken for an instruction', (t) => {
  const quotes = recordedResumes().flatMap(({ answers }) => answers.flatMap(({ quotes }) => quotes))
  t.true(quotes.length > 100)
  t.deepEqual(quotes.filter(isOnlyAnOrder), [])
  const jobs = [...labelledJobs('tuned'), ...labelledJobs('unseen')]
  const resumes = jobs.flatMap(({ resumes }) => resumes.map(({ text }) => text))
  const flagged = resumes.flatMap((text) => text.split('\n')).filter((line) => hasInjectionPhrase(line))
  t.deepEqual(flagged, [])
})
