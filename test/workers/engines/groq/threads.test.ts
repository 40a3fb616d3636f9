/**
 * Runs the engine's tasks as the server does: in a thread, with the engine that the settings select. A message cancels
 * a task.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { Piscina } from 'piscina'
import { engineIdentity, type EngineSettings } from '../../../../src/kit/engine-identity.ts'
import type { Engine } from '../../../../workers/engine.ts'
import { generationPrompt } from '../../../../workers/engines/groq/prompts/generation.ts'
import { scoringPrompt } from '../../../../workers/engines/groq/prompts/scoring.ts'
import { generateCriteriaWith } from '../../../../workers/generate-criteria.ts'
import { generateQuestionsWith } from '../../../../workers/generate-questions.ts'
import type {
  DraftCriterion,
  GenerateCriteriaTask,
  ScoreApplicationOutcome,
  ScoreApplicationTask,
  WorkerData,
} from '../../../../workers/tasks.ts'
import { type FakeGroq, hang, startFakeGroq } from '../../../tools/fakes/groq.ts'
import { monotonicMs } from '../../../../src/kit/time.ts'

function settingsFor(baseUrl: string | null): EngineSettings {
  return { name: 'groq', apiKey: 'gsk_test', baseUrl, model: 'm' }
}

async function threads(t: ExecutionContext): Promise<{ groq: FakeGroq; pool: Piscina }> {
  const groq = await startFakeGroq()
  const workerData: WorkerData = { engine: settingsFor(groq.url) }
  const filename = new URL('../../../../workers/main.ts', import.meta.url).href
  const pool = new Piscina({ filename, workerData, maxThreads: 1, concurrentTasksPerWorker: 4 })
  t.teardown(async () => {
    await pool.destroy()
    await groq.close()
  })
  return { groq, pool }
}

const budget = () => ({ deadlineAt: monotonicMs() + 60_000, tokenBudget: 50_000 })

function generationTask(): GenerateCriteriaTask {
  return { jobContext: { jobDescription: 'Run our clusters' }, clarifications: [], ...budget() }
}

test('a thread scores an application with the engine that its settings select', async (t) => {
  const { pool } = await threads(t)
  const task: ScoreApplicationTask = {
    criteria: [{ id: 'cr_1', text: 'Kubernetes' }],
    resume: 'Kubernetes since 2019',
    answers: [],
    today: Date.now(),
    ...budget(),
  }
  const outcome = (await pool.run(task, { name: 'scoreApplication' })) as ScoreApplicationOutcome
  t.deepEqual(outcome.ok && outcome.value.verdicts[0]?.evidence, [{ source: 'RESUME', start: 0, end: 21 }])
})

test("the embedded engine loads no provider's package", async (t) => {
  const loadEngine = new URL('../../../../workers/engines/thread-engine.ts', import.meta.url).href
  const script = (settings: EngineSettings) => `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) })
    const { loadEngine } = await import('${loadEngine}')
    const { identity } = await loadEngine(${JSON.stringify(settings)})
    console.log(identity.engine, loaded.includes('groq-sdk'))`
  const run = (settings: EngineSettings) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script(settings)])
  t.is((await run({ name: 'embedded' })).stdout, 'embedded false\n')
  t.is((await run(settingsFor(null))).stdout, 'groq true\n')
})

const generations = ['generateCriteria', 'generateQuestions'] as const

for (const name of generations) {
  test(`a caller that disconnects ends the call to the provider immediately (${name})`, async (t) => {
    const { groq, pool } = await threads(t)
    groq.otherwise(hang)
    const { outcome, port } = generateIn(pool, name)
    const { gone } = await groq.arrival(1)
    port.postMessage('cancel')
    await gone
    t.like(await outcome, { ok: false, code: 'TIMEOUT' })
  })
}

test('a thread returns criteria and questions if the caller does not disconnect', async (t) => {
  const { pool } = await threads(t)
  const [criteria, questions] = generations.map((name) => generateIn(pool, name))
  t.like(await criteria!.outcome, { ok: true, value: { criteria: { length: 5 } } })
  t.like(await questions!.outcome, { ok: true, value: { questions: { length: 3 } } })
  criteria!.port.close()
  questions!.port.close()
})

function generateIn(
  pool: Piscina,
  name: (typeof generations)[number],
): { outcome: Promise<object>; port: MessagePort } {
  const { port1, port2 } = new MessageChannel()
  // The package's types require an object here, but its code requires a list.
  const options = { name, transferList: [port2] as never }
  return { outcome: pool.run({ ...generationTask(), cancel: port2 }, options), port: port1 }
}

test('criteria that cannot be stored make a response unusable, whatever the engine', async (t) => {
  const text = (criterion: string): DraftCriterion => ({ text: criterion, importance: 'MUST_HAVE' })
  const run = (criteria: DraftCriterion[]) => generateCriteriaWith(engineThatMakes(criteria), generationTask())
  const many = Array.from({ length: 31 }, (_, index) => text(`Criterion ${index}`))
  const unusable = [
    [],
    many,
    [text('')],
    [text(' \n')],
    [text('x'.repeat(501))],
    [text('a\0b')],
    [text('a\ud800b')],
    [text('Go'), text(' gO ')],
    [text('Straße'), text('STRASSE')],
  ]
  for (const criteria of unusable) t.like(await run(criteria), { ok: false, code: 'UNUSABLE_ANSWER' })
  for (const criteria of [many.slice(1), [text('👩'.repeat(500))]]) t.true((await run(criteria)).ok)
})

function engineThatMakes(criteria: DraftCriterion[]): Engine {
  return {
    identity: { engine: 'embedded', model: 'none', promptVersion: '0' },
    room: () => null,
    generateCriteria: async () => ({ ok: true, value: { criteria, tokens: { input: 0, output: 0 } } }),
    generateQuestions: async () => ({ ok: true, value: { questions: [], tokens: { input: 0, output: 0 } } }),
    draftVerdicts: async () => ({ ok: true, value: { verdicts: [], tokens: { input: 0, output: 0 } } }),
  }
}

test('questions that cannot be stored make a response unusable, whatever the engine', async (t) => {
  t.like(await generateQuestionsWith(engineThatMakes([]), generationTask()), { ok: false, code: 'UNUSABLE_ANSWER' })
})

test("an engine's failure is returned unchanged", async (t) => {
  const failure = { ok: false, code: 'PROVIDER_AWAY', message: 'away', retryAfterMs: 5 } as const
  const fail = async () => failure
  const engine = { ...engineThatMakes([]), generateCriteria: fail, generateQuestions: fail }
  t.deepEqual(await generateCriteriaWith(engine, generationTask()), failure)
  t.deepEqual(await generateQuestionsWith(engine, generationTask()), failure)
})

test("an engine's identity depends only on its settings", (t) => {
  t.deepEqual(engineIdentity({ name: 'embedded' }), { engine: 'embedded', model: 'embedded-21', promptVersion: '1' })
  t.deepEqual(engineIdentity(settingsFor(null)), { engine: 'groq', model: 'm', promptVersion: '6' })
})

test('a prompt does not change without a new prompt version', (t) => {
  const scoring = {
    ...{ criteria: [{ id: 'C1', text: 'c' }], resume: 'r', answers: [{ question: 'q', answer: 'a' }] },
    today: Date.UTC(2024, 5, 1),
  }
  const prompts = [
    scoringPrompt(scoring),
    scoringPrompt(scoring, { verdicts: [], faults: ['f'], open: ['C1'] }),
    generationPrompt(generationTask()),
    generationPrompt(generationTask(), { criteria: [], faults: ['f'] }),
  ]
  const { promptVersion } = engineIdentity(settingsFor(null))
  const digest = createHash('sha256').update(JSON.stringify(prompts)).digest('hex').slice(0, 16)
  // If the digest changes, increase the version, too. Verdicts are stored by version, so the verdicts of the old prompt
  // would otherwise be reused for the new one.
  t.deepEqual({ promptVersion, digest }, { promptVersion: '6', digest: 'bd89aedd215567bc' })
})
