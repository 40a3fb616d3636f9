/**
 * The embedded engine: criteria, questions and verdicts without a provider, a model or a network.
 *
 * The only entry point to this folder. Deterministic: equal tasks give equal results on every machine and every day,
 * because it never reads the clock; the task contains the day. Its results are labelled `embedded`, never as a model's.
 */
import { LRUCache } from 'lru-cache'
import { engineIdentity } from '../../../src/kit/engine-identity.ts'
import { languageOf } from '../../language/detection.ts'
import type { EngineFailure, NothingAsked } from '../../tasks.ts'
import type { Engine } from '../../engine.ts'
import { withPlainTexts } from '../../plain-openings.ts'
import { criteriaFor } from './criteria.ts'
import { questionsFor } from './questions/questions.ts'
import { indexApplication } from './matching/application.ts'
import { verdictOn } from './matching/verdict.ts'

/**
 * Caches the language of a job's criteria by their texts, because applications for the same job tend to arrive
 * together.
 */
const languages = new LRUCache<string, ReturnType<typeof languageOf>>({
  max: 50,
  memoMethod: (texts) => languageOf(texts.split('\n')),
})

const noTokens = { input: 0, output: 0 }
const nothingAsked: NothingAsked = { ok: false, code: 'NOTHING_ASKED', message: 'the text states no requirements' }
const aborted: EngineFailure = { ok: false, code: 'TIMEOUT', message: 'the task was cancelled before it started' }

export const embeddedEngine: Engine = {
  identity: engineIdentity({ name: 'embedded' }),
  room: () => null,

  async generateCriteria(task, signal) {
    if (signal.aborted) return aborted
    const made = criteriaFor(withPlainTexts(task))
    return made.criteria.length === 0 ? nothingAsked : { ok: true, value: { ...made, tokens: noTokens } }
  },

  async generateQuestions(task, signal) {
    if (signal.aborted) return aborted
    const questions = questionsFor(withPlainTexts(task).jobContext)
    return questions === null ? nothingAsked : { ok: true, value: { questions, tokens: noTokens } }
  },

  // A repair repeats the same draft: quotes are exact slices, so there is nothing to correct.
  async draftVerdicts(task, signal) {
    if (signal.aborted) return aborted
    const application = indexApplication(task)
    const language = await languages.memo(task.criteria.map(({ text }) => text).join('\n'))
    const verdicts = task.criteria.map((one) => verdictOn(one, application, language(one.text)))
    return { ok: true, value: { verdicts, tokens: noTokens } }
  },
}
