/**
 * Converts all texts of an opening to plain text for the engine.
 *
 * Both engines get plain text, so markup in a description never adds or hides a criterion.
 */
import { plainLineOf, plainTextOf } from './language/markup.ts'
import type { GenerateCriteriaTask, JobContext } from './tasks.ts'

/** Returns the task with its description, its questions and their answers as plain text. */
export function withPlainTexts<
  Task extends { jobContext: JobContext } & Partial<Pick<GenerateCriteriaTask, 'clarifications'>>,
>(task: Task): Task {
  const { jobContext, clarifications } = task
  const { jobTitle, companyName, jobDescription, additionalInfo, applicationQuestions } = jobContext
  return {
    ...task,
    jobContext: {
      ...jobContext,
      ...(jobTitle === undefined ? {} : { jobTitle: plainLineOf(jobTitle) }),
      ...(companyName === undefined ? {} : { companyName: plainLineOf(companyName) }),
      jobDescription: plainTextOf(jobDescription),
      ...(additionalInfo === undefined ? {} : { additionalInfo: plainTextOf(additionalInfo) }),
      ...(applicationQuestions && {
        applicationQuestions: applicationQuestions.map(({ question, ...rest }) => ({
          ...rest,
          ...(question === undefined ? {} : { question: plainLineOf(question) }),
        })),
      }),
    },
    ...(clarifications && {
      clarifications: clarifications.map(({ question, answers }) => ({
        question: plainLineOf(question),
        answers: answers.map(plainTextOf),
      })),
    }),
  }
}
