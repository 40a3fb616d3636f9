/** Checks the answers to a question set. */
import type { Answer, ErrorDetail, Question } from '../../../generated/types.gen.ts'
import type { GenerateCriteriaTask } from '../../../workers/tasks.ts'
import { ServiceError } from '../../kit/errors.ts'

/**
 * Returns the answers for an engine, in the order of the questions. Every question must have one answer, chosen from
 * its own options.
 * @throws ANSWER_MISMATCH with every fault in its details
 */
export function toClarifications(questions: Question[], answers: Answer[]): GenerateCriteriaTask['clarifications'] {
  const byQuestion = new Map<string, Answer>()
  const details = answers.flatMap((answer, index): ErrorDetail[] => {
    const question = questions.find(({ id }) => id === answer.id)
    const field = `answers[${index}]`
    if (!question) return [{ field: `${field}.id`, code: 'unknown', message: 'is not a question in the question set' }]
    if (byQuestion.has(answer.id))
      return [{ field: `${field}.id`, code: 'repeated', message: 'is answered more than once' }]
    byQuestion.set(answer.id, answer)
    return [...typeFaults(question, answer, field), ...valueFaults(question, answer.value, `${field}.value`)]
  })
  for (const { id } of questions) {
    if (!byQuestion.has(id))
      details.push({ field: 'answers', code: 'required', message: `must include an answer to ${id}` })
  }
  if (details.length > 0) throw new ServiceError('ANSWER_MISMATCH', { details })
  return questions.map(({ id, question }) => ({ question, answers: [(byQuestion.get(id) as Answer).value].flat() }))
}

function typeFaults({ selectionType }: Question, { type }: Answer, field: string): ErrorDetail[] {
  const wanted = selectionType === 'single' ? 'SINGLE_SELECT' : 'MULTI_SELECT'
  return type === wanted ? [] : [{ field: `${field}.type`, code: 'mismatch', message: `must be ${wanted}` }]
}

function valueFaults({ selectionType, options }: Question, value: Answer['value'], field: string): ErrorDetail[] {
  if (selectionType === 'single') {
    if (typeof value !== 'string') return [{ field, code: 'mismatch', message: 'must be one option, not a list' }]
    return options.includes(value) ? [] : [notAnOption(field)]
  }
  if (typeof value === 'string') return [{ field, code: 'mismatch', message: 'must be a list of options' }]
  if (value.length === 0) return [{ field, code: 'minItems', message: 'must contain at least one option' }]
  return value.flatMap((option, index) => {
    const item = `${field}[${index}]`
    if (!options.includes(option)) return [notAnOption(item)]
    return value.indexOf(option) < index
      ? [{ field: item, code: 'repeated', message: 'is selected more than once' }]
      : []
  })
}

function notAnOption(field: string): ErrorDetail {
  return { field, code: 'enum', message: "must be one of the question's options" }
}
