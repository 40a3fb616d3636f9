/**
 * A faithful copy of a passage is accepted as a quote, whatever an engine does to its punctuation, spaces and line
 * breaks.
 */
import test from 'ava'
import { textsOf } from '../../../workers/checks/evidence.ts'
import { quotedText } from '../../../workers/checks/quotes.ts'
import { checkDrafts } from '../../../workers/checks/verdict-checks.ts'
import { labelledJobs } from '../../tools/eval/labelled-set.ts'
import { trueQuotes } from '../../tools/samples/quotes.ts'

function slicesOf(text: string, quote: string): string[] {
  const found = quotedText(text).lookUp(quote)
  return 'passages' in found ? found.passages.map(({ start, end }) => text.slice(start, end)) : []
}

test('a faithful copy is found despite changes to punctuation, spaces and line breaks', (t) => {
  const text = [
    '• Led “platform” team, 2017 – 2025, in Berlin.',
    '- Cared for elderly and disa-',
    'bled residents; fit wound dressings, ﬁrst aid',
    'micro\u00adservices on AWS\u200b Lambda',
  ].join('\n')
  const copies: [quote: string, passage: string][] = [
    ['* Led "platform" team, 2017-2025, in Berlin', 'Led “platform” team, 2017 – 2025, in Berlin'],
    ['"Led platform team 2017 - 2025 in Berlin."', 'Led “platform” team, 2017 – 2025, in Berlin.'],
    ['Led platform team, 2017—2025', 'Led “platform” team, 2017 – 2025'],
    ['Cared for elderly and disabled residents', 'Cared for elderly and disa-\nbled residents'],
    ['disabled residents\\nfit wound dressings', 'disa-\nbled residents; fit wound dressings'],
    ['wound dressings first aid microservices', 'wound dressings, ﬁrst aid\nmicro\u00adservices'],
    ['AWS Lam\u200bbda!', 'AWS\u200b Lambda'],
    ['in Berlin. Cared for elderly', 'in Berlin.\n- Cared for elderly'],
  ]
  for (const [quote, passage] of copies) t.deepEqual(slicesOf(text, quote), [passage], quote)
})

test('a quote with an ellipsis or a line break is found as the passages before and after the omitted text', (t) => {
  const text = 'Ran wards of 20 beds in Leeds.\nHobbies: chess.\nTrained twelve new nurses every year.'
  const parts = ['Ran wards of 20 beds', 'Trained twelve new nurses']
  for (const gap of [' … ', '...', ' [...] ', '\n', '\\n', '…\n'])
    t.deepEqual(slicesOf(text, parts.join(gap)), parts, gap)
  t.deepEqual(slicesOf(text, '…Trained twelve new nurses…'), parts.slice(1))
  t.deepEqual(slicesOf(text, 'Ran wards of 20 beds … Trained thirteen new nurses'), [])
})

test('a quote that joins two passages is found as both, unless they are single words', (t) => {
  const text = 'Ran wards of 20 beds in Leeds.\nHobbies: chess.\nTrained twelve new nurses. BLS certified since May.'
  t.deepEqual(slicesOf(text, 'Ran wards of 20 beds trained twelve new nurses'), [
    'Ran wards of 20 beds',
    'Trained twelve new nurses',
  ])
  t.deepEqual(slicesOf(text, 'in Leeds; BLS certified'), ['in Leeds', 'BLS certified'])
  for (const quote of ['Ran wards of nurses', 'Leeds, certified', 'in Leeds BLS certified', 'Hobbies: nurses'])
    t.deepEqual(slicesOf(text, quote), [], quote)
})

/** Changes that engines make when they copy a passage. None changes a word. */
const disturbances: ((quote: string) => string)[] = [
  (quote) => quote,
  (quote) => `${quote}.`,
  (quote) => `“${quote}”`,
  (quote) => `• ${quote}`,
  (quote) => quote.replaceAll(',', ''),
  (quote) => quote.replaceAll(/[–—-]/g, ' - '),
  (quote) => quote.replace(' ', '\n'),
  (quote) => quote.replace(' ', '\\n'),
  (quote) => quote.replace(/(?<=\p{L})(?=\p{L}{3})/u, '-\n'),
  (quote) => quote.replace(/(?<=\p{L})(?=\p{L})/u, '\u200b'),
  (quote) => quote.replace(/(?<=\p{L})(?=\p{L})/u, '\u00ad'),
  (quote) => quote.toUpperCase(),
]

/** Whether the quote is more than a placeholder or a heading. */
const says = (quote: string): boolean => (quote.replace(/\[.*?\]/g, '').match(/\p{L}/gu)?.length ?? 0) > 2

test('a true quote that an engine has changed in copying is found as exactly its passage, in thousands of cases', (t) => {
  const letters = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  const resumes = labelledJobs('tuned').flatMap((job) => job.resumes.map(({ text }) => text))
  for (const resume of resumes.slice(0, 10)) {
    const texts = textsOf({ resume, answers: [] })
    for (const [index, quote] of trueQuotes(resume, 100).filter(says).entries()) {
      for (const disturb of disturbances) {
        const id = `criterion ${index}`
        const evidence = [{ quote: disturb(quote) }]
        const draft = { criterionId: id, verdict: 'MET' as const, reason: 'It shows it.', evidence }
        const { verdicts } = checkDrafts({ verdicts: [draft] }, [{ id, text: 'Anything' }], texts)
        const [span] = verdicts.get(id)!.evidence
        if (span === undefined) t.fail(`${disturb(quote)}, disturbed from ${quote}`)
        else t.is(letters(resume.slice(span.start, span.end)), letters(quote))
      }
    }
  }
})
