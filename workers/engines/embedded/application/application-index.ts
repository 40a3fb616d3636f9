/**
 * An application, read once for all its criteria: its lines, indexed by what they name.
 */
import type { ScoreApplicationTask } from '../../../tasks.ts'
import { readAnswer } from './answers.ts'
import { compoundsAmong, isGerman } from '../requirement/compounds.ts'
import type { Line } from './line.ts'
import { linesMax, readResume, type Employment } from './work-history.ts'
import { tokensOf } from '../language/tokens.ts'
import { latestDateIn } from '../vocabulary/durations.ts'

export type ApplicationIndex = {
  lines: Line[]
  employments: Employment[]
  /** The day of the task, or else the latest date of the resume, in months since year 0; stands for "present". */
  latest: number
  byWord: Map<string, Line[]>
  bySkill: Map<string, Line[]>
  /** The compounds of a German resume, as stems by folded text; empty in another language. */
  compounds: Map<string, string>
}

/** Reads and indexes the resume and the answers. */
export function indexApplication({
  resume: text,
  answers,
  today,
}: Pick<ScoreApplicationTask, 'resume' | 'answers' | 'today'>): ApplicationIndex {
  const german = isGerman(text)
  const { lines: ofResume, employments } = readResume(text, german)
  const lines = [...ofResume, ...linesOf(answers)]
  const compounds = new Map(german ? compoundsAmong(tokensOf(text)) : [])
  const latest = today === undefined ? (latestDateIn(text) ?? 0) : monthOf(today)
  const application: ApplicationIndex = { lines, employments, latest, byWord: new Map(), bySkill: new Map(), compounds }
  for (const line of lines) {
    for (const word of line.words.keys()) post(application.byWord, word, line)
    for (const skill of line.impliedSkills.keys()) post(application.bySkill, skill, line)
  }
  return application
}

const monthOf = (epochMs: number): number => {
  const day = new Date(epochMs)
  return day.getUTCFullYear() * 12 + day.getUTCMonth()
}

/** The lines of the answers, as many as a resume may have. */
function linesOf(answers: ScoreApplicationTask['answers']): Line[] {
  const lines: Line[] = []
  for (const [index, { question, answer }] of answers.entries()) {
    if (lines.length < linesMax) lines.push(...readAnswer(question, answer, index))
  }
  return lines
}

function post(postings: Map<string, Line[]>, key: string, line: Line): void {
  const lines = postings.get(key)
  if (lines) lines.push(line)
  else postings.set(key, [line])
}
