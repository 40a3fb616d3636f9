/**
 * The prompt for clarification questions.
 *
 * Defines the prompt's wording and the schema of the answer. It has no prompt version, because question sets are stored
 * only for a day.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import type { DraftQuestion, GenerateQuestionsTask } from '../../../tasks.ts'
import { dataRule, fence } from './fence.ts'
import { jobSections } from './job-sections.ts'
import { bounded, correction, type Prompt, strictObject } from './prompt.ts'

const { minItems: questionsMin, maxItems: questionsMax } = facts.Questions
const { minItems: optionsMin, maxItems: optionsMax } = facts.QuestionOptions

const instructions = `A job opening will be turned into screening criteria: what a recruiter looks for in a resume or
an application answer. You write the questions that the hiring manager answers first, so that the criteria are right.

- Write ${questionsMin} to ${questionsMax} questions. Ask only what would change the criteria and what the sections leave open: which of the
  requirements nobody may lack and which are a mere plus, how many years, which level of a tool or a language,
  what may stand in for a degree, licences, place and hours of work. Ask nothing that the sections already answer.
- Each question stands alone, in at most 200 characters, and names the requirement that it is about.
- Each has ${optionsMin} to ${optionsMax} options of at most 100 characters that exclude each other or, with selectionType multi, can be
  chosen together; no two options mean the same. selectionType is single where one option is to be chosen, else
  multi. One option always lets the manager say that it does not matter.
- hint is one sentence of at most 200 characters that tells what the answer changes.
- Never ask about age, gender, origin, family, health, religion or looks.
- Write in the language that the section LANGUAGE names; without that section, in the language of the section
  JOB DESCRIPTION.

Answer with JSON in the given schema and nothing else.`

const schema = strictObject({
  questions: bounded.list(
    questionsMax,
    strictObject({
      question: bounded.text(200),
      selectionType: { type: 'string', enum: facts.SelectionType.values },
      options: bounded.list(optionsMax, bounded.text(100)),
      hint: bounded.text(200),
    }),
  ),
})

/** Returns the prompt for questions or, with `repair`, the second prompt after a faulty answer. */
export function questionsPrompt(
  { jobContext }: Pick<GenerateQuestionsTask, 'jobContext'>,
  repair?: { questions: DraftQuestion[]; faults: string[] },
): Prompt {
  const sections = jobSections(jobContext)
  const first = { name: 'questions', system: `${instructions}\n\n${dataRule}`, user: fence(sections).text, schema }
  if (!repair) return first
  const request = 'Answer again, more briefly where you can.'
  const appended = correction(sections, { questions: repair.questions }, repair.faults, request)
  return { ...first, user: `${first.user}\n\n${appended}` }
}
