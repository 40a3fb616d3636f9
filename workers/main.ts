/**
 * The entry point of a thread: one function per task, under the name that the pool calls.
 *
 * A task's packages load on its first call, so that a parsing thread never loads an engine and an engine's thread never
 * loads PDFium.
 */
import type { Tasks } from './tasks.ts'

export const readBody: Tasks['readBody'] = async ({ bytes, shape, withSha256 }) =>
  (await import('../src/kit/request-body.ts')).readBody(bytes, shape, withSha256)

export const parseResume: Tasks['parseResume'] = async (task) => (await import('./parse-resume.ts')).parseResume(task)

export const scoreApplication: Tasks['scoreApplication'] = async (task) =>
  (await import('./score-application.ts')).scoreApplication(task)

export const generateCriteria: Tasks['generateCriteria'] = async (task) =>
  (await import('./generate-criteria.ts')).generateCriteria(task)

export const generateQuestions: Tasks['generateQuestions'] = async (task) =>
  (await import('./generate-questions.ts')).generateQuestions(task)
