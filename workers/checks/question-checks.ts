/**
 * Finds faults in a set of clarification questions from any engine.
 *
 * The description of a fault never contains text from a question.
 */
import { facts } from '../../generated/facts.gen.ts'
import { textFaults } from './draft-texts.ts'
import type { DraftQuestion } from '../tasks.ts'

/** Fewer questions would give too little information. More questions would not be answered carefully. */
const { minItems: questionsMin, maxItems: questionsMax } = facts.Questions
const { minItems: optionsMin, maxItems: optionsMax } = facts.QuestionOptions
/** In code points: a question or a hint is a sentence or two, and an option is one line in a form. */
const { maxLength: questionLengthMax } = facts.QuestionText
const { maxLength: optionLengthMax } = facts.QuestionOption

/** Returns one sentence per fault, numbering questions and options from 1; empty if the set can be stored unchanged. */
export function questionFaults(questions: DraftQuestion[]): string[] {
  if (questions.length === 0) return ['The answer holds no questions that can be read.']
  if (questions.length < questionsMin || questions.length > questionsMax) {
    return [`There are not ${questionsMin} to ${questionsMax} questions.`]
  }
  const texts = questions.map(({ question }) => question)
  const repeats = textFaults(texts, questionLengthMax, (index) => `Question ${index + 1}`)
  return [...repeats, ...questions.flatMap(({ options, hint }, index) => partFaults(options, hint, index + 1))]
}

function partFaults(options: string[], hint: string, number: number): string[] {
  const isCountWrong = options.length < optionsMin || options.length > optionsMax
  return [
    ...(isCountWrong ? [`Question ${number} has not ${optionsMin} to ${optionsMax} options.`] : []),
    ...textFaults(options, optionLengthMax, (index) => `Option ${index + 1} of question ${number}`),
    ...textFaults([hint], questionLengthMax, () => `The hint of question ${number}`),
  ]
}
