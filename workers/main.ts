/**
 * The thread's front door: one function a task, by the name that the pool calls.
 *
 * Each task's packages load when its first task comes, so that a parsing thread never carries an
 * engine, nor an engine's thread PDFium.
 */
import type { Tasks } from './tasks.ts'

export const parseResume: Tasks['parseResume'] = async (task) => (await import('./parse-resume.ts')).parseResume(task)

export const scoreApplication: Tasks['scoreApplication'] = async (task) =>
  (await import('./score-application.ts')).scoreApplication(task)

export const generateCriteria: Tasks['generateCriteria'] = async (task) =>
  (await import('./generate-criteria.ts')).generateCriteria(task)

export const generateQuestions: Tasks['generateQuestions'] = async (task) =>
  (await import('./generate-questions.ts')).generateQuestions(task)
