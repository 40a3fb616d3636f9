/**
 * Reads the recorded answers in `test/data/eval-model/answers/`, each with the labels for the same resume or posting.
 *
 * `<job>.txt` contains the answers to resumes of that job; `\n` in a quote is a line break:
 *
 *     @ 2                                  the second resume of the job
 *     > text of a criterion
 *     PARTIAL The reason, in one line.
 *     " a quote, copied from the resume
 *
 * `postings.txt` contains generated criteria: `# title of the posting`, then `IMPORTANCE | text | source quote` lines.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DraftCriterion, Importance, Verdict } from '../../../../workers/tasks.ts'
import { labelledJobs, type LabelledJob, type LabelledPosting, labelledPostings } from '../labelled-set.ts'

export type RecordedVerdict = { criterion: string; verdict: Verdict; reason: string; quotes: string[] }
/** `job` contains only this resume. `isOwnLabel` means that the person who assessed the recording wrote the labels. */
export type RecordedResume = { job: LabelledJob; resume: string; answers: RecordedVerdict[]; isOwnLabel: boolean }
export type RecordedPosting = { posting: LabelledPosting; criteria: DraftCriterion[] }

const folder = join(import.meta.dirname, '../../../data/eval-model/answers')
const postingsFile = 'postings.txt'

/**
 * Returns all resumes that have recorded answers, by the names of their jobs.
 *
 * @throws Error for an incomplete answer
 */
export function recordedResumes(): RecordedResume[] {
  const own = labelledJobs('model')
  const jobs = new Map([...labelledJobs('tuned'), ...own].map((job) => [job.name, job]))
  const files = readdirSync(folder).filter((file) => file !== postingsFile)
  return files.sort().flatMap((file) => {
    const job = jobs.get(basename(file, '.txt'))
    if (job === undefined) throw new Error(`${file} is named after no job`)
    const blocks = blocksOf(readFileSync(join(folder, file), 'utf8'), /^@ /m)
    return blocks.map((block) => recordedResume(job, block, own.includes(job)))
  })
}

function recordedResume(job: LabelledJob, block: string, isOwnLabel: boolean): RecordedResume {
  const number = Number.parseInt(block, 10)
  const labelled = job.resumes[number - 1]
  if (labelled === undefined) throw new Error(`${job.name} has no resume ${number}`)
  const answers = blocksOf(block.slice(block.indexOf('\n') + 1), /^> /m).map(recordedVerdict)
  const missing = job.criteria.find(({ text }) => !answers.some(({ criterion }) => criterion === text))
  if (missing) throw new Error(`${job.name} ${number} has no answer to "${missing.text}"`)
  const name = `${job.name} ${number}`
  return { job: { ...job, name, resumes: [labelled] }, resume: labelled.text, answers, isOwnLabel }
}

function recordedVerdict(block: string): RecordedVerdict {
  const [criterion = '', said = '', ...quotes] = block.trimEnd().split('\n')
  const [verdict = '', reason = ''] = said.split(/ (.*)/)
  return {
    criterion,
    verdict: verdict as Verdict,
    reason,
    quotes: quotes.map((line) => line.slice('" '.length).replaceAll('\\n', '\n')),
  }
}

/** Returns all postings that have recorded criteria. */
export function recordedPostings(): RecordedPosting[] {
  const postings = labelledPostings('tuned')
  return blocksOf(readFileSync(join(folder, postingsFile), 'utf8'), /^# /m).map((block) => {
    const [title = '', ...lines] = block.trimEnd().split('\n')
    const posting = postings.find((one) => one.title === title)
    if (posting === undefined) throw new Error(`no posting is titled "${title}"`)
    return { posting, criteria: lines.map(recordedCriterion) }
  })
}

function recordedCriterion(line: string): DraftCriterion {
  const [importance = '', text = '', sourceQuote = ''] = line.split(' | ')
  return { text, importance: importance as Importance, sourceQuote }
}

function blocksOf(text: string, separator: RegExp): string[] {
  return text.split(separator).filter((block) => block.trim() !== '')
}
