/**
 * An application, analysed once for all criteria: its lines, indexed by their words and skills, and the employments in
 * its resume.
 *
 * Interprets the structure of a resume: sections, labels, and which lines belong to which employment.
 */
import type { ScoreApplicationTask } from '../../../tasks.ts'
import { readAnswer } from './answers.ts'
import { phrasesOf } from '../../../language/words.ts'
import { lineOf, lineStretches, type Line } from './line.ts'
import { plainLetters } from '../../../language/plain-letters.ts'
import { paragraphsOf, type Stretch } from '../../../language/sentences.ts'
import { resumeSectionOf, type ResumeSection } from '../../../language/headings.ts'
import { dayOrderOf, type DayOrder } from '../language/dates.ts'
import { periodsIn, type Period } from '../language/periods.ts'

export type ApplicationIndex = {
  lines: Line[]
  employments: Employment[]
  /** The month that "present" means, in months since year 0, as given in the task. */
  latest: number
  byWord: Map<string, Line[]>
  bySkill: Map<string, Line[]>
}

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

/** Indexes the lines by their words and skills. */
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

// ── the resume ─────────────────────────────────────────────────────────────────────────────────────

/**
 * One employment: its dates and its lines. `head` is the line with the dates and the lines above it, such as the title
 * and the employer.
 */
export type Employment = { periods: Period[]; head: Line[]; lines: Line[] }

/** About sixty printed pages. No honest resume is longer. */
export const linesMax = 5_000

/** Returns the first `linesMax` lines of a resume, without headings, and the employments that they belong to. */
export function readResume(given: string, latest: number): { lines: Line[]; employments: Employment[] } {
  const plain = plainLetters(given)
  const { text: resume } = plain
  const lines: Line[] = []
  const history = new WorkHistory(dayOrderOf(resume))
  const headings = paragraphsOf(resume).map(({ start, end }) => resumeSectionOf(resume.slice(start, end)))
  let section: ResumeSection | null = null
  let labelled: { paragraph: number; section: ResumeSection | null } = { paragraph: -1, section: null }
  for (const stretch of lineStretches(resume).slice(0, linesMax)) {
    const heading = headings[stretch.paragraph]
    if (heading) {
      section = heading
      history.endEmployment()
      continue
    }
    const label = /^([^:]{3,40}):/.exec(resume.slice(stretch.start, stretch.end))?.[1]
    if (label) labelled = { paragraph: stretch.paragraph, section: resumeSectionOf(label) }
    // "Skills: Java, Docker" is a separate section; "Technologies: Java, Docker" may belong to the job above.
    if (labelled.section === 'SKILLS' && label && ownSection.test(label)) history.endEmployment()
    const here = (labelled.paragraph === stretch.paragraph ? labelled.section : null) ?? section
    const line = lineOf(plain, stretch, { section: here, source: { kind: 'RESUME' }, latest })
    lines.push(line)
    history.add(line, stretch)
  }
  const name = lines.length > headedLinesMin && isName(lines[0]) ? lines[0] : null
  const isTold = (line: Line): boolean => line !== name
  for (const [at, employment] of history.employments.entries()) {
    employment.lines = employment.lines.filter(isTold)
    for (const line of employment.lines) line.employment = employment.periods.length > 0 ? at : null
  }
  return { lines: lines.filter(isTold), employments: history.employments }
}

const ownSection = phrasesOf('skills heading')
const headedLinesMin = 3 // a shorter document is not a resume with a name at the top

/**
 * Returns whether a resume's first line is two or three capitalised words, which are a name even if they are also
 * ordinary words. Without this rule, 43 verdicts of the labelled set depend on the applicant's name.
 */
function isName(line: Line | undefined): boolean {
  return line !== undefined && /^\p{Lu}[\p{L}.'’-]* (?:\p{Lu}[\p{L}.'’-]* )?\p{Lu}[\p{L}'’-]+$/u.test(line.text)
}

/** Assigns the lines of a resume, which must be added in order, to employments. */
class WorkHistory {
  employments: Employment[] = []
  #titles: { line: Line; paragraph: number }[] = []
  #dayOrder: DayOrder

  constructor(dayOrder: DayOrder) {
    this.#dayOrder = dayOrder
  }

  add(line: Line, { bullet, paragraph }: Stretch): void {
    const periods = line.section === 'EDUCATION' || line.degrees.length > 0 ? [] : periodsIn(line.text, this.#dayOrder)
    if (periods.length > 0) {
      const near = this.#titles.filter((title) => paragraph - title.paragraph <= titleLinesMax)
      const titles = near.map((title) => title.line)
      const last = this.employments.at(-1)
      if (last) last.lines = last.lines.filter((other) => !titles.includes(other))
      this.employments.push({ periods, head: [...titles, line], lines: [...titles, line] })
      this.#titles = []
      return
    }
    this.employments.at(-1)?.lines.push(line)
    // A line above the dates may contain the title or the employer.
    const isTitle =
      !bullet && line.section !== 'SKILLS' && line.text.length <= titleLengthMax && !/[.;:]$/.test(line.text)
    this.#titles = isTitle ? [...this.#titles, { line, paragraph }].slice(-titleLinesMax) : []
  }

  /** Called at a heading, after which lines do not belong to an employment until the next date. */
  endEmployment(): void {
    this.employments.push({ periods: [], head: [], lines: [] })
    this.#titles = []
  }
}

const titleLinesMax = 2 // the title and the employer
const titleLengthMax = 80 // about one printed line
