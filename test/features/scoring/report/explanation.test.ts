/** The explanation that a candidate gets for a score. */
import test from 'ava'
import { hash } from 'node:crypto'
import type { AssessedCriterion } from '../../../../generated/types.gen.ts'
import { wordsOf, type Language } from '../../../../src/features/scoring/explanation/languages.ts'
import { fileContext } from '../../../support/contract/server.ts'
import { fixture } from '../../../support/scoring.ts'
import type { Client } from '../../../support/harness.ts'
import { kubernetes, postgres, setCriteria, startScene, typescript, type Scene } from '../what-if/scene.ts'

const shared = fileContext()
let scene: Scene
test.before(async () => {
  scene = await startScene(shared)
})

const path = (name: string, query = '') => `/v1/jobs/job-1/applications/${name}/score/explanation${query}`
const asText = { Accept: 'text/plain' }

/**
 * Scores two of a partner's applications: `anna`, which does not mention Kubernetes, and `bert`, which mentions only
 * Kubernetes.
 */
async function scored(): Promise<{ client: Client; criteria: AssessedCriterion[]; score: number }> {
  const client = await scene.harness.client()
  await setCriteria(client, [typescript, postgres, kubernetes])
  await client.score('job-1', 'bert', { resumeUrl: scene.url('operating') })
  const { result } = (await client.score('job-1', 'anna', { resumeUrl: scene.url('knowing') })).body
  return { client, criteria: result.assessment.criteria, score: result.score }
}

const languages = Object.keys(wordsOf) as Language[]

test('an explanation shows each criterion, the words found for it, who decides and how to request a review', async (t) => {
  const { client, criteria } = await scored()
  for (const language of languages) {
    const { status, headers, body } = await client.get(path('anna', `?language=${language}`))
    t.is(status, 200)
    t.is(headers['content-type'], 'text/html; charset=utf-8')
    t.is(headers['cache-control'], 'no-store')
    t.true(body.includes(`<html lang="${language}">`))
    const { title, intro, person, review, verdicts } = wordsOf[language]
    for (const words of [title, ...intro, person.heading, person.text, review.heading, review.text('anna')])
      t.true(body.includes(words), words)
    for (const { text, evidence, verdict } of criteria)
      for (const part of [text, verdicts[verdict], ...evidence.map(({ quote }) => quote)])
        t.true(body.includes(part), part)
  }
  t.is((await client.get(path('anna'))).body, (await client.get(path('anna', '?language=en'))).body)
})

test('the Accept header selects plain text or HTML, and HTML is the default', async (t) => {
  const { client, criteria } = await scored()
  const { headers, body } = await client.get(path('anna', '?language=fr'), asText)
  t.is(headers['content-type'], 'text/plain; charset=utf-8')
  t.true(body.startsWith(`${wordsOf.fr.title}\n\n`))
  for (const [index, { text, evidence }] of criteria.entries()) {
    t.true(body.includes(`\n${index + 1}. ${text}\n   `), body)
    for (const { quote } of evidence) t.true(body.includes(`“${quote}”`), quote)
  }
  t.notRegex(body, /<\w/)
  for (const Accept of ['application/json', '*/*', 'text/html, text/plain;q=0.9'])
    t.is((await client.get(path('anna'), { Accept })).headers['content-type'], 'text/html; charset=utf-8')
})

test('weights, points and the score are shown only with detail=full', async (t) => {
  const { client, score } = await scored()
  for (const language of languages) {
    const words = wordsOf[language].score
    const shown = score.toLocaleString(language, { minimumFractionDigits: 1 })
    const numbers = [words.heading, words.value(shown), words.weight('4', '4'), `= ${shown}`]
    const brief = (await client.get(path('anna', `?language=${language}`), asText)).body
    const full = (await client.get(path('anna', `?language=${language}&detail=full`), asText)).body
    for (const part of numbers) {
      t.true(full.includes(part) || full.includes(part.toLocaleUpperCase(language)), part)
      t.false(brief.includes(part) || brief.includes(part.toLocaleUpperCase(language)), part)
    }
  }
})

test('an explanation does not reveal other candidates, reviewers or the reason for an override', async (t) => {
  const { client, criteria } = await scored()
  const { criterionId } = criteria.find(({ text }) => text === kubernetes.text) as AssessedCriterion
  const decision = { verdict: 'MET', reason: 'Ran it for years, says her referee.', reviewer: 'Dana Ruiz' }
  const override = `/v1/jobs/job-1/applications/anna/score/overrides/${criterionId}`
  await client.send('PUT', override, decision)
  for (const detail of ['summary', 'full']) {
    const { body } = await client.get(path('anna', `?detail=${detail}`))
    t.true(body.includes(wordsOf.en.decided))
    for (const part of ['Dana', decision.reason, 'bert', 'Ran Kubernetes clusters']) t.false(body.includes(part), part)
  }
  await client.send('PUT', override, { ...decision, verdict: 'NO_EVIDENCE' })
  t.true((await client.get(path('anna'))).body.includes(wordsOf.en.confirmed))
})

test('open and failed applications also have an explanation', async (t) => {
  const { client } = await scored()
  await client.post('/v1/jobs/job-1/applications/open/scoring-jobs', { resumeUrl: fixture('slow') })
  await client.score('job-1', 'failed', { resumeUrl: fixture('resume-empty') })
  for (const language of languages) {
    const { open, failed, person } = wordsOf[language]
    for (const [name, words] of [
      ['open', open],
      ['failed', failed],
    ] as const) {
      const { body } = await client.get(path(name, `?language=${language}&detail=full`))
      t.true(body.includes(words) && body.includes(person.text), body)
    }
  }
})

test('text from criteria and resumes adds no element to the page and no line to the plain text', async (t) => {
  const client = await scene.harness.client()
  const hostile = '</li></ol><script>alert(1)</script> "><img src=x onerror=alert(1)>'
  await setCriteria(client, [
    { text: hostile, importance: 'PREFERRED' },
    { text: 'One\nA PERSON DECIDES', importance: 'PREFERRED' },
  ])
  await client.score('job-1', 'anna', { resumeUrl: fixture('strong') })
  const { headers, body } = await client.get(path('anna'))
  t.notRegex(body, /<script|<img|<\/ol>[^]*<\/ol>/)
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? []
  t.regex(style, /color-scheme: light dark/)
  t.true(headers['content-security-policy']?.includes(`style-src 'sha256-${hash('sha256', style, 'base64')}'`))
  t.true(body.includes('<meta name="robots" content="noindex"'))
  const { body: text } = await client.get(path('anna'), asText)
  t.is(text.match(/^A PERSON DECIDES$/gm)?.length, 1)
})

test('no two languages have the same wording', (t) => {
  const wordsIn = (language: Language) => {
    const { person, review, score, intro, ...words } = wordsOf[language]
    return [...intro, person.text, person.heading, review.heading, review.text('a')]
      .concat(score.heading, score.rule, score.value('1'), score.capped('1'), review.requested('1'))
      .concat(words.title, words.asked, words.open, words.failed, words.decided, words.confirmed, words.answer(1))
  }
  const all = languages.flatMap(wordsIn)
  t.is(new Set(all).size, all.length)
})

test("an unknown language is refused, and another tenant's application is not found", async (t) => {
  const { client } = await scored()
  t.is((await client.get(path('anna', '?language=it'))).body.code, 'VALIDATION_ERROR')
  const other = await scene.harness.client({ partnerId: client.partnerId, tenant: 'other' })
  t.is((await other.get(path('anna'))).body.code, 'APPLICATION_NOT_FOUND')
})
