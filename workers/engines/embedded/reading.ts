/**
 * An application read once for all its criteria: its lines, found by what they name.
 *
 * Owns the index.
 */
import type { ScoreApplicationTask } from '../../tasks.ts'
import { readAnswer } from './answers.ts'
import type { Line } from './lines.ts'
import { readResume, type Station } from './stations.ts'
import { latestDateIn } from './years.ts'

export type Reading = {
  lines: Line[]
  stations: Station[]
  /** The latest date of the resume, in months since year 0; stands for "present". */
  latest: number
  byWord: Map<string, Line[]>
  bySkill: Map<string, Line[]>
}

/** Reads resume and answers. */
export function readApplication({ resume, answers }: Pick<ScoreApplicationTask, 'resume' | 'answers'>): Reading {
  const { lines: ofResume, stations } = readResume(resume)
  const ofAnswers = answers.flatMap(({ question, answer }, index) => readAnswer(question, answer, index))
  const lines = [...ofResume, ...ofAnswers]
  const reading: Reading = { lines, stations, latest: latestDateIn(resume) ?? 0, byWord: new Map(), bySkill: new Map() }
  for (const line of lines) {
    for (const word of line.words.keys()) post(reading.byWord, word, line)
    for (const skill of line.impliedSkills.keys()) post(reading.bySkill, skill, line)
  }
  return reading
}

function post(postings: Map<string, Line[]>, key: string, line: Line): void {
  const lines = postings.get(key)
  if (lines) lines.push(line)
  else postings.set(key, [line])
}
