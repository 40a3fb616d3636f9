/**
 * Reads the lines of a resume, and the employments that it lists.
 *
 * Interprets the structure of a resume: sections, labels, and which lines belong to which employment.
 */
import { phrasesOf } from '../../../language/words.ts'
import { lineOf, lineStretches, type Line } from './line.ts'
import { plainLetters } from '../../../language/plain-letters.ts'
import { paragraphsOf, type Stretch } from '../../../language/sentences.ts'
import { resumeSectionOf, type ResumeSection } from '../../../language/headings.ts'
import { dayOrderOf, type DayOrder } from '../vocabulary/dates.ts'
import { periodsIn, type Period } from '../vocabulary/periods.ts'

/** One employment: its dates and its lines, starting with its head: the line with the dates, and those above. */
export type Employment = { periods: Period[]; head: Line[]; lines: Line[] }

/** About sixty printed pages; longer texts are abusive. */
export const linesMax = 5_000

/** Reads the first `linesMax` lines of a resume from top to bottom. Headings are not lines. */
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
const headedLinesMin = 3 // fewer lines are not a resume with a name at the top

/**
 * Returns whether the first line of a resume is two or three capitalised words: a name, whatever else the words mean.
 */
function isName(line: Line | undefined): boolean {
  return line !== undefined && /^\p{Lu}[\p{L}.'’-]* (?:\p{Lu}[\p{L}.'’-]* )?\p{Lu}[\p{L}'’-]+$/u.test(line.text)
}

/** Collects the employments from lines in order. */
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
    // A line above the dates may name the title or the employer.
    const isTitle =
      !bullet && line.section !== 'SKILLS' && line.text.length <= titleLengthMax && !/[.;:]$/.test(line.text)
    this.#titles = isTitle ? [...this.#titles, { line, paragraph }].slice(-titleLinesMax) : []
  }

  /** Called at a heading: the next lines do not belong to an employment yet. */
  endEmployment(): void {
    this.employments.push({ periods: [], head: [], lines: [] })
    this.#titles = []
  }
}

const titleLinesMax = 2 // a title and an employer
const titleLengthMax = 80 // about one printed line
