/**
 * Finds unusable criteria, and removes them from a model's answer.
 *
 * The descriptions of faults never contain text from a criterion, so they can be used in a prompt and in a log.
 */
import { facts } from '../../generated/facts.gen.ts'
import { wishIn, type Wish } from '../../src/kit/wishes.ts'
import { comparable, textFaults } from './draft-texts.ts'
import { isPromptInjection } from './prompt-injection.ts'
import { quotedText, type QuotedText } from './quotes.ts'
import type { DraftCriterion, GenerateCriteriaTask } from '../tasks.ts'

const { maxItems: criteriaMax } = facts.CriterionDrafts
/** In code points. */
const { maxLength: textLengthMax } = facts.CriterionText

/** Returns one sentence per fault, numbering criteria from 1; empty if the set can be stored unchanged. */
export function criteriaFaults(criteria: DraftCriterion[]): string[] {
  if (criteria.length === 0) return ['The answer holds no criteria that can be read.']
  if (criteria.length > criteriaMax) return [`There are more than ${criteriaMax} criteria.`]
  const texts = criteria.map(({ text }) => text)
  return textFaults(texts, textLengthMax, (index) => `Criterion ${index + 1}`)
}

// ── a model's answer ───────────────────────────────────────────────────────────────────────────────

/**
 * The numbers of criteria that the prompt allows. If a model returns fewer, one repair is requested. If it returns
 * more, the first ones are kept.
 */
export const draftsMin = 3
export const draftsMax = 20

/**
 * `faults` describes the dropped criteria, for a repair. A preference that must not become a criterion is in `wishes`,
 * and is not a fault.
 */
export type SettledCriteria = {
  criteria: DraftCriterion[]
  wishes: { kind: Wish; text: string }[]
  faults: string[]
}

/**
 * Returns the criteria in a model's answer that can be stored: those that are different, based on a passage in the
 * opening, and not an instruction. Preferences that must not become criteria are returned separately, and a fact to
 * confirm becomes NICE_TO_HAVE.
 */
export function settleCriteria(drafts: DraftCriterion[], opening: Opening): SettledCriteria {
  const settled: SettledCriteria = { criteria: [], wishes: [], faults: [] }
  const { posting, others } = textsOf(opening)
  const taken = new Set<string>()
  for (const [index, { importance, ...draft }] of drafts.entries()) {
    const name = `Criterion ${index + 1}`
    const text = draft.text.replace(/\s+/gu, ' ').trim()
    const passage = findIn(posting, draft.sourceQuote)
    const isSupported = passage !== null || findIn(others, draft.sourceQuote) !== null
    const [fault] = textFaults([text], textLengthMax, () => name)
    const wish = wishIn(text)
    if (fault !== undefined) settled.faults.push(fault)
    else if (taken.has(comparable(text))) settled.faults.push(`${name} repeats an earlier one.`)
    else if (isPromptInjection(text)) settled.faults.push(`${name} is an instruction and no requirement.`)
    else if (!isSupported) settled.faults.push(`${name}: its sourceQuote is not in the sections, word for word.`)
    else if (wish === 'PROTECTED' || wish === 'UNVERIFIABLE')
      settled.wishes.push({ kind: wish, text: wishIn(passage ?? '') === wish ? passage! : text })
    else
      settled.criteria.push({
        ...{ text, importance: wish === 'FACT_TO_CONFIRM' ? 'NICE_TO_HAVE' : importance },
        ...(passage === null ? {} : { sourceQuote: passage }),
      })
    taken.add(comparable(text))
  }
  return { ...settled, criteria: settled.criteria.slice(0, draftsMax) }
}

type Opening = Pick<GenerateCriteriaTask, 'jobContext' | 'clarifications'>
type Source = { text: string; quoted: QuotedText }

/**
 * Returns the posting's texts, which contain the criteria's source passages, and all other texts that may state
 * requirements.
 */
function textsOf({ jobContext, clarifications }: Opening): { posting: Source[]; others: Source[] } {
  const { jobTitle, jobDescription, additionalInfo, applicationQuestions = [] } = jobContext
  const questions = applicationQuestions.map(({ question }) => question)
  const answers = clarifications.flatMap(({ question, answers }) => [question, ...answers])
  return {
    posting: sourcesOf([jobDescription, additionalInfo]),
    others: sourcesOf([jobTitle, ...questions, ...answers]),
  }
}

function sourcesOf(texts: (string | undefined)[]): Source[] {
  return texts.flatMap((text) => (text?.trim() ? { text, quoted: quotedText(text) } : []))
}

/** Returns the passage as written in the first text that contains the quote. */
function findIn(sources: Source[], quote = ''): string | null {
  for (const { text, quoted } of sources) {
    const found = quoted.lookUp(quote)
    if ('passages' in found) return text.slice(found.passages[0]!.start, found.passages[0]!.end)
  }
  return null
}
