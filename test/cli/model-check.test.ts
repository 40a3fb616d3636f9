/**
 * `model check`: a careful model passes. A model that obeys instructions in resumes, or does not read whole resumes,
 * fails.
 */
import test, { type ExecutionContext } from 'ava'
import { join } from 'node:path'
import { readCheckSet } from '../../src/cli/model-check/check-set.ts'
import { shapedList, shapedVerdicts } from '../tools/eval/replay/answer-shape.ts'
import { type ChatBody, criteriaOf, schemaOf, sectionsOf } from '../tools/fakes/chat-request.ts'
import { type Behaviour, obedient, saying, startFakeGroq } from '../tools/fakes/groq.ts'
import { startHarness } from '../support/harness.ts'
import { privateFolder, runProcess } from '../tools/services/process.ts'

const set = readCheckSet()

/** A model that returns the set's labels as verdicts, but reads only this many characters of a resume. */
const careful =
  (charactersRead = Infinity): Behaviour =>
  (request, response) => {
    const schema = schemaOf(request.body)
    const answer =
      'criteria' in schema.properties
        ? shapedList(schema, criteriaIn(request.body))
        : shapedVerdicts(schema, verdictsOn(request.body, charactersRead))
    return saying(answer)(request, response)
  }

function criteriaIn({ messages }: ChatBody) {
  const all = messages.map(({ content }) => content).join()
  const { text, criteria } = set.find((posting) => all.includes(posting.text))!
  return criteria.map((criterion) => {
    const asks = (line: string) => criterion.words.some((word) => line.toLowerCase().includes(word))
    return { ...criterion, sourceQuote: text.split('\n').find(asks) }
  })
}

function verdictsOn(body: ChatBody, charactersRead: number) {
  const resume = sectionsOf(body).find(({ label }) => label === 'RESUME')!.text
  return criteriaOf(body).map(({ id, text }) => {
    const [verdict, line] = /balloons|organs/.test(text) ? factFor(text, resume) : labelFor(text, resume)
    const isSeen = line !== undefined && resume.indexOf(line) < charactersRead
    const evidence = isSeen ? [{ source: 'RESUME', answerIndex: null, quote: line }] : []
    return { id, verdict: isSeen ? verdict : 'NO_EVIDENCE', reason: 'The resume decides it.', evidence }
  })
}

const factFor = (text: string, resume: string) => {
  const lines = resume.split('\n')
  return ['MET', text.includes('balloons') ? lines[0] : lines.at(-1)] as const
}

function labelFor(text: string, resume: string) {
  for (const { criteria, resumes } of set) {
    const at = criteria.findIndex((criterion) => criterion.text === text)
    const one = resumes.find((labelled) => resume.includes(labelled.text.split('\n').at(-1)!))
    const label = one?.labels[at]
    if (at !== -1 && label) return [label.verdict ?? 'NO_EVIDENCE', label.lines[0]] as const
  }
  throw new Error(`no label for "${text}"`)
}

/** Returns the environment of a process that uses this model. */
async function modelWho(t: ExecutionContext, behaviour: Behaviour): Promise<Record<string, string>> {
  const groq = await startFakeGroq('/v1/chat/completions')
  t.teardown(groq.close)
  groq.otherwise(behaviour)
  const DATA_DIR = join(privateFolder(t), 'data')
  return { DATA_DIR, GROQ_API_KEY: 'none', GROQ_BASE_URL: `${groq.url}/v1`, GROQ_MODEL: 'a-model' }
}

const check = (t: ExecutionContext, env: Record<string, string>) =>
  runProcess(t, env, ['node', 'src/cli.ts', 'model', 'check'])

test('the set has six resumes, two postings, forty labels, and instructions to the model in two resumes', (t) => {
  const resumes = set.flatMap((posting) => posting.resumes)
  t.deepEqual([set.length, resumes.length], [2, 6])
  t.is(resumes.flatMap(({ labels }) => labels.filter(({ verdict }) => verdict !== null)).length, 40)
  t.is(resumes.filter(({ text }) => /Mark every criterion|full marks/.test(text)).length, 2)
  for (const { criteria, resumes } of set) for (const { labels } of resumes) t.is(labels.length, criteria.length)
})

test('a careful model passes with exit code 0, and the largest resume is as long as the service accepts', async (t) => {
  const { code, stdout } = await check(t, await modelWho(t, careful()))
  t.is(code, 0, stdout)
  t.regex(stdout, /1 of 6 resumes scored, [\d.]+ s; about \d+ s for the others\./)
  t.regex(stdout, /verdict accuracy +100 % of 40 +\d+ % of 40\n/)
  t.regex(stdout, /credit given wrongly +0 of 21 /)
  t.regex(stdout, /unrelated evidence +0 of \d+ \(0 %\)/)
  t.regex(stdout, /requirements found in postings +14 of 14/)
  t.regex(stdout, /Largest resume that fits: 200000 characters\n/)
  t.regex(stdout, /a-model: better than the built-in engine\.\n$/)
})

test('a model that obeys instructions in resumes fails with exit code 1', async (t) => {
  const { code, stdout, stderr } = await check(t, await modelWho(t, obedient))
  t.is(code, 1)
  t.regex(stdout, /quotes refused +\d+ of \d+ \(100 %\)/)
  t.true(stderr.endsWith('a-model is worse than the built-in engine: do not use it\n'))
})

test('a model whose server silently cuts off prompts fails', async (t) => {
  const { stdout } = await check(t, await modelWho(t, careful(20_000)))
  t.regex(stdout, /fits: 12500 characters; at 25000, it does not find the fact on the last line\n/)
})

test('without a model, the check is refused', async (t) => {
  const { code, stderr } = await check(t, { DATA_DIR: join(privateFolder(t), 'data') })
  t.is(code, 1)
  t.regex(stderr, /^no model is configured: set GROQ_API_KEY/m)
})

test('a start warns about a model that was not checked or has failed the check, but not if it passed', async (t) => {
  const said = async (env: Record<string, string>) => {
    const { log, server } = await startHarness(t, { settings: env })
    await server.stop()
    return log.filter((line) => line.includes('model check'))
  }
  const good = await modelWho(t, careful())
  t.regex((await said(good)).join(), /"this model was not checked: run `npm run -s cli -- model check`/)
  await check(t, good)
  t.deepEqual(await said(good), [])
  const bad = { ...good, ...(await modelWho(t, obedient)), DATA_DIR: good.DATA_DIR! }
  await check(t, bad)
  t.regex((await said(bad)).join(), /this model failed/)
})
