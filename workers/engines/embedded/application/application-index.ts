/** An application, read once for all criteria: its lines, indexed by what they name. */
import type { ScoreApplicationTask } from '../../../tasks.ts'
import { readAnswer } from './answers.ts'
import type { Line } from './line.ts'
import { linesMax, readResume, type Employment } from './work-history.ts'

export type ApplicationIndex = {
  lines: Line[]
  employments: Employment[]
  /** The month of the task, in months since year 0; stands for "present". */
  latest: number
  byWord: Map<string, Line[]>
  bySkill: Map<string, Line[]>
}

/** Reads and indexes the resume and the answers. */
export function indexApplication({
  resume: text,
  answers,
  today,
}: Pick<ScoreApplicationTask, 'resume' | 'answers' | 'today'>): ApplicationIndex {
  const latest = monthOf(today)
  const { lines: ofResume, employments } = readResume(text, latest)
  const ofAnswers = answers.flatMap(({ question, answer }, answerIndex) =>
    readAnswer(question, answer, { answerIndex, latest }),
  )
  const lines = [...ofResume, ...ofAnswers.slice(0, linesMax)]
  return { employments, latest, ...indexOf(lines) }
}

/** Indexes the lines by each word and each skill that they name. */
export function indexOf(lines: Line[]): Pick<ApplicationIndex, 'lines' | 'byWord' | 'bySkill'> {
  const [byWord, bySkill] = [new Map<string, Line[]>(), new Map<string, Line[]>()]
  for (const line of lines) {
    for (const word of line.words.keys()) post(byWord, word, line)
    for (const skill of line.impliedSkills.keys()) post(bySkill, skill, line)
  }
  return { lines, byWord, bySkill }
}

const monthOf = (epochMs: number): number => {
  const day = new Date(epochMs)
  return day.getUTCFullYear() * 12 + day.getUTCMonth()
}

function post(postings: Map<string, Line[]>, key: string, line: Line): void {
  const lines = postings.get(key)
  if (lines) lines.push(line)
  else postings.set(key, [line])
}
