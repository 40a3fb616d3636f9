/**
 * Quotes that are unrelated to their criterion: a strong model is rarely asked about its quotes again, and a model that
 * quotes at random earns no credit.
 */
import test from 'ava'
import { readCheckSet } from '../../../src/cli/model-check/check-set.ts'
import { earnsCredit } from '../../../src/kit/scoring/credit.ts'
import { monotonicMs } from '../../../src/kit/time.ts'
import type { DraftVerdict, Engine } from '../../../workers/engine.ts'
import { contentOf, relation } from '../../../workers/checks/relation.ts'
import { scoreApplicationWith } from '../../../workers/score-application.ts'
import { recordedResumes } from '../../tools/eval/replay/recorded-answers.ts'

type Drafted = Pick<DraftVerdict, 'verdict'> & { quotes: string[] }

/**
 * Returns a model whose verdict depends on the criterion's number and on the call's number. It records the faults that
 * it is sent.
 */
function modelGiving(draft: (criterion: number, call: number) => Drafted): Engine & { told: string[] } {
  const told: string[] = []
  let calls = 0
  const none = async () => ({ ok: false, code: 'NOTHING_ASKED', message: '' }) as const
  return {
    ...{ told, identity: { engine: 'groq', model: 'm', promptVersion: '0' }, room: () => null },
    ...{ generateCriteria: none, generateQuestions: none },
    draftVerdicts: async ({ criteria }, _signal, repair) => {
      told.push(...(repair?.faults ?? []))
      const call = calls++
      const verdicts = criteria.map(({ id }, at): DraftVerdict => {
        const { verdict, quotes } = draft(at, call)
        return { criterionId: id, verdict, reason: 'As shown.', evidence: quotes.map((quote) => ({ quote })) }
      })
      const asked = verdicts.filter(({ criterionId }) => repair?.open.includes(criterionId) ?? true)
      return { ok: true, value: { verdicts: asked, tokens: { input: 1, output: 1 } } }
    },
  }
}

function score(engine: Engine, resume: string, texts: string[]) {
  const criteria = texts.map((text, at) => ({ id: `cr_${at}`, text }))
  const means = { answers: [], today: Date.UTC(2024, 5, 1), deadlineAt: monotonicMs() + 60_000, tokenBudget: 1_000 }
  return scoreApplicationWith(engine, { criteria, resume, ...means })
}

async function scored(engine: Engine, resume: string, texts: string[]) {
  const outcome = await score(engine, resume, texts)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

const gardener = [
  'Gardener at the manor of Rosenholm.',
  'Kept the garden of a house, 2015 - 2020.',
  'Wrote the order forms of the nursery in TypeScript.',
].join('\n')
const garden = { verdict: 'MET', quotes: ['Kept the garden of a house, 2015 - 2020.'] } as const

test('the model is asked again about an unrelated passage, which earns nothing if the model keeps it', async (t) => {
  const insisting = modelGiving(() => ({ ...garden, quotes: [...garden.quotes] }))
  const { verdicts, findings } = await scored(insisting, gardener, ['Experience with TypeScript'])
  t.like(verdicts[0], { verdict: 'NO_EVIDENCE', evidence: [], finding: 'passage_not_specific' })
  t.deepEqual(findings, [{ flag: 'EVIDENCE_NOT_SPECIFIC', reason: 'passage_not_specific' }])
  const question =
    'does the passage that you quoted show that the person has this? If not, quote another one or change the verdict.'
  t.deepEqual(
    insisting.told.map((fault) => fault.replace(/^\w+: /, '')),
    [question],
  )
})

test('a questioned model can keep its verdict with a passage that supports it, or change its verdict', async (t) => {
  const shown = 'Wrote the order forms of the nursery in TypeScript.'
  const correcting = modelGiving((_, call) => ({ verdict: 'MET', quotes: [call === 0 ? garden.quotes[0] : shown] }))
  const { verdicts, findings } = await scored(correcting, gardener, ['Experience with TypeScript'])
  t.is(verdicts[0]!.verdict, 'MET')
  t.deepEqual(verdicts[0]!.evidence, [{ source: 'RESUME', start: gardener.indexOf(shown), end: gardener.length }])
  t.is(findings, undefined)
  const humble = modelGiving((_, call) => (call === 0 ? { ...garden, quotes: [...garden.quotes] } : absent))
  const changed = await scored(humble, gardener, ['Experience with TypeScript'])
  t.deepEqual([changed.verdicts[0]!.verdict, changed.findings], ['NO_EVIDENCE', undefined])
})
const absent: Drafted = { verdict: 'NO_EVIDENCE', quotes: [] }

test('a date is evidence of time, a phrase is evidence of its abbreviation, and quotes in other languages are accepted', async (t) => {
  const rows: [resume: string, criterion: string, quote: string][] = [
    [gardener, 'At least two years in hospitality', 'Kept the garden of a house, 2015 - 2020.'],
    ['Holds Basic Life Support.\nReads books.', 'BLS certificate', 'Holds Basic Life Support.'],
    ['Betreute zwei Lehrlinge.\nLegte Leitungen.', 'Anleitung von Auszubildenden', 'Betreute zwei Lehrlinge.'],
    ['Betreute zwei Lehrlinge auf der Baustelle.', 'Trains apprentices', 'Betreute zwei Lehrlinge auf der Baustelle.'],
  ]
  for (const [resume, criterion, quote] of rows) {
    const model = modelGiving(() => ({ verdict: 'MET', quotes: [quote] }))
    t.is((await scored(model, resume, [criterion])).verdicts[0]!.verdict, 'MET', criterion)
    t.deepEqual(model.told, [])
  }
})

test('at most one in a hundred of a strong model’s credited quotes is questioned, and no verdict changes', async (t) => {
  let quotes = 0
  let asked = 0
  for (const { resume, answers } of recordedResumes()) {
    const model = modelGiving((at) => answers[at]!)
    const { verdicts } = await scored(
      model,
      resume,
      answers.map(({ criterion }) => criterion),
    )
    t.deepEqual(
      verdicts.map(({ verdict }) => verdict),
      answers.map(({ verdict }) => verdict),
    )
    quotes += answers.filter(({ verdict }) => earnsCredit(verdict)).flatMap((answer) => answer.quotes).length
    asked += model.told.length
  }
  t.is(quotes, 96)
  t.true(asked * 100 <= quotes, `${asked} of ${quotes}`)
})

// ── a model that quotes at random ───────────────────────────────────────────────────────────────

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const isPart = (one: string, other: string): boolean =>
  lettersOf(one).includes(lettersOf(other)) || lettersOf(other).includes(lettersOf(one))

type Application = { resume: string; criteria: string[]; bearing: string[][] }
const ofCheckSet = readCheckSet().flatMap(({ criteria, resumes }) =>
  resumes.map(({ text, labels }): Application => {
    const bearing = labels.map(({ lines }) => lines)
    return { resume: text, criteria: criteria.map((criterion) => criterion.text), bearing }
  }),
)
const recorded = recordedResumes()
  .filter(({ job }) => !/^(?:accounts-payable|elektroniker) /.test(job.name))
  .map(({ resume, answers }): Application => {
    const bearing = answers.map(({ quotes }) => quotes)
    return { resume, criteria: answers.map(({ criterion }) => criterion), bearing }
  })

/**
 * Returns whether a line shares a word with a criterion. "Nursing home" is related to a nurse's licence, but does not
 * show one.
 */
const sharesWord = (line: string, criterion: string): boolean => relation(contentOf(criterion), contentOf(line)) === 1

/**
 * Scores the applications several times with a model that returns MET for every criterion and quotes an unrelated line.
 * When questioned, the model repeats that line in every other round, and otherwise quotes another one. Returns how many
 * verdicts earned credit, and how many were requested.
 */
async function creditForJunk(applications: Application[]): Promise<{ credited: number; asked: number }> {
  const count = { credited: 0, asked: 0 }
  for (const { resume, criteria, bearing } of applications) {
    const lines = resume.split('\n').map((line) => line.trim())
    const junkFor = (at: number) =>
      lines.filter(
        (line) =>
          line.length > 8 &&
          line.length < 500 &&
          !bearing[at]!.some((other) => isPart(line, other)) &&
          !sharesWord(line, criteria[at]!),
      )
    for (let round = 0; round < 10; round += 1) {
      const step = round % 2
      const model = modelGiving((at, call) => {
        const junk = junkFor(at)
        return { verdict: 'MET', quotes: [junk[(at * 7 + round * 3 + call * 2 * step) % junk.length] ?? resume] }
      })
      const outcome = await score(model, resume, criteria)
      count.asked += criteria.length
      // An application without a score is retried and gets no credit.
      if (outcome.ok) count.credited += outcome.value.verdicts.filter(({ verdict }) => earnsCredit(verdict)).length
    }
  }
  return count
}

test('a model that quotes unrelated lines earns no credit', async (t) => {
  const own = await creditForJunk(ofCheckSet)
  t.deepEqual(own, { asked: 420, credited: 0 })
  t.deepEqual(await creditForJunk(recorded), { asked: 1_100, credited: 0 })
})

test('there is no score if most of the evidence is unrelated, because the rest could be chance', async (t) => {
  const [, , { resume, criteria }] = ofCheckSet as [Application, Application, Application]
  const lines = resume.split('\n').filter((line) => line.length > 8)
  const model = modelGiving((at) => ({ verdict: 'MET', quotes: [lines[(at + 5) % lines.length]!] }))
  const outcome = await score(model, resume, criteria)
  t.like(outcome, { ok: false, code: 'UNUSABLE_ANSWER' })
  t.regex(outcome.ok ? '' : outcome.message, /^the evidence for \d criteria is unrelated to them$/)
})
