/**
 * The embedded engine: criteria, questions and verdicts without a provider, a model or a network.
 *
 * The only entry point to this folder. Deterministic: equal tasks give equal results on every machine and every day,
 * because it never reads the clock; the task contains the day. Its results are labelled `embedded`, so they are never
 * mistaken for those of a language model.
 */
import { LRUCache } from 'lru-cache'
import { engineIdentity } from '../../../src/kit/engine-identity.ts'
import { languageOf } from '../../language/detection.ts'
import type {
  DraftCriterion,
  EngineFailure,
  GenerateCriteriaTask,
  GeneratedCriteria,
  NothingAsked,
} from '../../tasks.ts'
import type { Engine } from '../../engine.ts'
import { withPlainTexts } from '../../plain-openings.ts'
import { criteriaMax, rankOf, type AnalysedDraft } from './posting/draft-criteria.ts'
import { extract } from './posting/extraction.ts'
import { withAnswers } from './questions/answered-questions.ts'
import { questionsAbout, questionsFor } from './questions/questions.ts'
import { indexApplication } from './matching/application.ts'
import { verdictOn } from './matching/verdict.ts'

/** Caches the language of recent jobs' criteria, because applications for the same job tend to arrive together. */
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

  // Ignores `repair`, because the same task gives the same draft again. A repair is rarely requested: the quotes are
  // copied from the application.
  async draftVerdicts(task, signal) {
    if (signal.aborted) return aborted
    const application = indexApplication(task)
    const language = await languages.memo(task.criteria.map(({ text }) => text).join('\n'))
    const verdicts = task.criteria.map((one) => verdictOn(one, application, language(one.text)))
    return { ok: true, value: { verdicts, tokens: noTokens } }
  },
}

/**
 * Returns at most `criteriaMax` different criteria for a job: the most important first, and equally important ones in
 * the order of the description. Returns an empty list if neither the description nor the answers state a requirement.
 */
function criteriaFor({
  jobContext,
  clarifications,
}: Pick<GenerateCriteriaTask, 'jobContext' | 'clarifications'>): Omit<GeneratedCriteria, 'tokens'> {
  const { drafts, wishes } = extract(jobContext)
  const questions = clarifications.length === 0 ? [] : questionsAbout(drafts, jobContext)
  const criteria = withAnswers(drafts, clarifications, questions)
  const sources = [jobContext.jobDescription, jobContext.additionalInfo ?? '']
  const kept = criteria.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, criteriaMax)
  return { criteria: kept.map((draft) => withSource(draft, sources)), wishes }
}

/** Adds the source passage to the criterion, if the passage appears word for word in the sources. */
function withSource({ text, importance, sourceQuote }: AnalysedDraft, sources: string[]): DraftCriterion {
  const isQuote = sourceQuote !== undefined && sources.some((source) => source.includes(sourceQuote))
  return { text, importance, ...(isQuote ? { sourceQuote } : {}) }
}
