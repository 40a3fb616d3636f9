/**
 * The prompt for screening criteria.
 *
 * Owns the words and the schema of the answer. A change here needs a new prompt version in
 * `src/kit/engine-identity.ts`.
 */
import { facts } from '../../../../generated/facts.gen.ts'
import type { DraftCriterion, GenerateCriteriaTask } from '../../../tasks.ts'
import { dataRule, fence } from './fence.ts'
import { jobSections } from './job-sections.ts'
import { correction, type Prompt, strictObject } from './prompt.ts'

type Opening = Pick<GenerateCriteriaTask, 'jobContext' | 'clarifications'>

const instructions = `You write screening criteria for a job opening: what a recruiter would look for in a resume or
an application answer to decide whether a candidate fits.

- Write 5 to 12 criteria. Each names one requirement that a passage of a resume or an answer can prove or
  disprove; split requirements that belong apart, and repeat none.
- Each is one sentence or phrase of at most 200 characters, specific to this opening: keep the years, levels,
  tools, licences and languages that the opening names.
- importance is MUST_HAVE for what the opening requires, PREFERRED for what it asks for without requiring it,
  NICE_TO_HAVE for what it calls a plus. Where the section CLARIFICATIONS decides otherwise, it wins.
- Take the requirements from the sections; invent none. The most important come first.
- Never a criterion about age, gender, origin, family, health, religion, looks, or a person's or a school's name,
  even where the opening asks for it.
- Write in the language that the section LANGUAGE names; without that section, in the language of the section
  JOB DESCRIPTION.

Answer with JSON in the given schema and nothing else.`

const schema = strictObject({
  criteria: {
    type: 'array',
    items: strictObject({
      text: { type: 'string' },
      importance: { type: 'string', enum: facts.Importance.values },
    }),
  },
})

/** The prompt for criteria or, with `repair`, the second prompt after a faulty answer. */
export function generationPrompt(task: Opening, repair?: { criteria: DraftCriterion[]; faults: string[] }): Prompt {
  const sections = jobSections(task.jobContext, task.clarifications)
  const first = { name: 'criteria', system: `${instructions}\n\n${dataRule}`, user: fence(sections).text, schema }
  if (!repair) return first
  const request = 'Answer again, more briefly where you can.'
  const appended = correction(sections, { criteria: repair.criteria }, repair.faults, request)
  return { ...first, user: `${first.user}\n\n${appended}` }
}
