/**
 * An opening as its engine reads it: every text that a partner or an applicant-tracking system sent, as plain text.
 *
 * Both engines begin with it, so that a mark in a description never makes a criterion, and never loses one.
 */
import { plainTextOf } from './language/markup.ts'
import type { GenerateCriteriaTask, JobContext } from './tasks.ts'

/** The task with its description, its questions and their answers as plain text. */
export function withPlainTexts<
  Task extends { jobContext: JobContext } & Partial<Pick<GenerateCriteriaTask, 'clarifications'>>,
>(task: Task): Task {
  const { jobContext, clarifications } = task
  const { jobTitle, companyName, jobDescription, additionalInfo, applicationQuestions } = jobContext
  return {
    ...task,
    jobContext: {
      ...jobContext,
      ...(jobTitle === undefined ? {} : { jobTitle: oneLine(jobTitle) }),
      ...(companyName === undefined ? {} : { companyName: oneLine(companyName) }),
      jobDescription: plainTextOf(jobDescription),
      ...(additionalInfo === undefined ? {} : { additionalInfo: plainTextOf(additionalInfo) }),
      ...(applicationQuestions && {
        applicationQuestions: applicationQuestions.map(({ question, ...rest }) => ({
          ...rest,
          ...(question === undefined ? {} : { question: oneLine(question) }),
        })),
      }),
    },
    ...(clarifications && {
      clarifications: clarifications.map(({ question, answers }) => ({
        question: oneLine(question),
        answers: answers.map(plainTextOf),
      })),
    }),
  }
}

/** Of a title or a question, which has no lines or items of its own. */
function oneLine(text: string): string {
  const plain = plainTextOf(text)
  return plain === text ? text : plain.replace(/^[-#] |\s*\n\s*(?:[-#] )?/gm, ' ').trim()
}
