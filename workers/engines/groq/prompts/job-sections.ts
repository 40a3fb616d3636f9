/**
 * Turns a job's context into sections for the fence, in the same way for criteria and for clarification questions.
 *
 * A change here needs a new prompt version in `src/kit/engine-identity.ts`.
 */
import type { GenerateCriteriaTask, JobContext } from '../../../tasks.ts'
import type { Section } from './fence.ts'

/** Returns one section for each part of the context that is not blank. */
export function jobSections(
  jobContext: JobContext,
  clarifications: GenerateCriteriaTask['clarifications'] = [],
): Section[] {
  const answered = clarifications.map(({ question, answers }) => `${question}\n${answers.join('; ')}`)
  const questions = (jobContext.applicationQuestions ?? []).flatMap(({ question }) => question ?? [])
  const sections = [
    { label: 'JOB TITLE', text: jobContext.jobTitle },
    { label: 'COMPANY', text: jobContext.companyName },
    { label: 'JOB DESCRIPTION', text: jobContext.jobDescription },
    { label: 'ADDITIONAL INFORMATION', text: jobContext.additionalInfo },
    { label: 'QUESTIONS THAT EVERY CANDIDATE ANSWERS', text: questions.join('\n') },
    { label: 'CLARIFICATIONS', text: answered.join('\n\n') },
    { label: 'LANGUAGE', text: jobContext.language },
  ]
  return sections.flatMap(({ label, text }) => (text?.trim() ? { label, text } : []))
}
