/**
 * Reads the test set of `model check`: made-up postings and resumes with the right verdicts.
 *
 * `set/<posting>.txt` contains `# title | company`, the text of the posting, `---`, and one criterion per line, as
 * `IMPORTANCE | text | words`. A generated criterion that contains one of these words, which are separated by slashes,
 * covers the criterion on that line. The resumes follow, each after a line with a label for each criterion, such as
 * `@ M P N - ?`: MET, PARTIAL, NOT_MET, NO_EVIDENCE and not judged. `{1 3}` at the end of a line marks the line as
 * evidence for criteria 1 and 3; the marks are not part of the resume.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Importance, Verdict } from '../../../generated/types.gen.ts'

export type CheckCriterion = { importance: Importance; text: string; words: string[] }
export type CheckLabel = {
  /** Null if careful readers may disagree. */
  verdict: Verdict | null
  /** The resume's lines that are evidence for the criterion. */
  lines: string[]
}
export type CheckResume = { text: string; labels: CheckLabel[] }
export type CheckPosting = {
  title: string
  company: string
  text: string
  criteria: CheckCriterion[]
  resumes: CheckResume[]
}

/** The day for which the labels were written, in epoch ms. "Current" in a resume means this day. */
export const labelsDay = Date.UTC(2024, 5, 1)

const folder = join(import.meta.dirname, 'set')
/** The verdict for each character in a line of labels; null if careful readers may disagree. */
export const verdictOfMark: Record<string, Verdict | null> = {
  M: 'MET',
  P: 'PARTIAL',
  N: 'NOT_MET',
  '-': 'NO_EVIDENCE',
  '?': null,
}

/** Returns all postings in the set, in the order of their files. */
export function readCheckSet(): CheckPosting[] {
  return readdirSync(folder)
    .sort()
    .map((file) => postingOf(readFileSync(join(folder, file), 'utf8')))
}

function postingOf(file: string): CheckPosting {
  const [head = '', ...resumes] = file.split(/^@ /m)
  const [posting = '', criteria = ''] = head.split(/^---$/m)
  const [first = '', ...lines] = posting.split('\n')
  const [title = '', company = ''] = first.replace('# ', '').split(' | ')
  return {
    ...{ title, company, text: lines.join('\n').trim() },
    criteria: criteria.trim().split('\n').map(criterionOf),
    resumes: resumes.map(resumeOf),
  }
}

function criterionOf(line: string): CheckCriterion {
  const [importance = '', text = '', words = ''] = line.split(' | ')
  return { importance: importance as Importance, text, words: words.split('/') }
}

const marks = / \{([\d ]+)\}$/

function resumeOf(block: string): CheckResume {
  const [marked = '', ...lines] = block.trimEnd().split('\n')
  const bearing = lines.map((line) => (marks.exec(line)?.[1] ?? '').split(' ').map(Number))
  const plain = lines.map((line) => line.replace(marks, ''))
  const labels = marked.split(' ').map((mark, at) => ({
    verdict: verdictOfMark[mark] ?? null,
    lines: plain.filter((_, line) => bearing[line]?.includes(at + 1)),
  }))
  return { text: plain.join('\n').trim(), labels }
}
