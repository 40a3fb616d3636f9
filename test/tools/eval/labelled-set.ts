/**
 * Reads the labelled set in `test/data/eval/`: resumes with the right verdict on each criterion, and postings with
 * their requirements.
 *
 * `tuned/` may be inspected while the engine is changed. `unseen/` gives the final figure and must never be used for
 * tuning. `languages/<code>/` has both halves in German, French and Spanish.
 *
 * `<group of trades>/*.verdicts.txt` contains one posting's criteria and its resumes:
 *
 *     > IMPORTANCE kind | text [| home]      `home`: not applied to resumes of other trades, most of which meet it
 *     @ M P N - … [| posting 3=M; …]         labels in the order of the criteria; then labels against other postings
 *
 * M is MET, P PARTIAL, N NOT_MET (the opposite, or clearly less: a lower degree, one in another field, too few years),
 * - NO_EVIDENCE and ? omitted. `*` marks a paraphrase, `~` a near miss.
 *
 * `postings.txt` contains postings: `# title | company`, the posting's text, `---`, and one label per line. The first
 * word of a label says what the generated criteria must contain. An importance, ANY or DUTY: one criterion must contain
 * the label's words (`a/b` means either word). OK: such a criterion is allowed but not required. PROTECTED: it is
 * forbidden.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { verdictOfMark } from '../../../src/cli/model-check/check-set.ts'
import type { Importance, Verdict } from '../../../workers/tasks.ts'

/** The day on which the labels were written. */
export const labelsDay = Date.UTC(2024, 5, 1)

export type Half = 'tuned' | 'unseen'
/** `model` is the set of resumes in `test/data/eval-model/`, for which a model's answers were recorded. */
export type LabelledSet = Half | 'model' | `languages/${SetLanguage}/${Half}`
/** The codes of the languages, other than English, that have a labelled set. */
export const setLanguages = ['de', 'fr', 'es'] as const
export type SetLanguage = (typeof setLanguages)[number]
export type LabelledCriterion = { text: string; importance: Importance; kind: string; homeOnly: boolean }
/** `verdict` is null if people may disagree about it. */
export type Label = { verdict: Verdict | null; kind: string }
export type LabelledResume = { text: string; labels: Label[]; elsewhere: Map<string, Label> }
export type LabelledJob = { name: string; criteria: LabelledCriterion[]; resumes: LabelledResume[] }

export type PostingLabel = { wanted: Importance | 'ANY' | 'DUTY' | 'OK' | 'PROTECTED'; words: string[][] }
export type LabelledPosting = { title: string; company: string; text: string; labels: PostingLabel[] }

const data = join(import.meta.dirname, '../../data')
const folderOf = (set: LabelledSet): string => join(data, set === 'model' ? 'eval-model/resumes' : `eval/${set}`)
const kinds: Record<string, string> = { '*': 'paraphrase', '~': 'near-miss' }

/** Returns a set's jobs in alphabetical order, each with its resumes. */
export function labelledJobs(set: LabelledSet): LabelledJob[] {
  const suffix = '.verdicts.txt'
  const folder = folderOf(set)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const jobs = files
    .filter((file) => file.endsWith(suffix))
    .map((file) => jobOf(basename(file, suffix), readFileSync(join(folder, file), 'utf8')))
  return jobs.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function jobOf(name: string, text: string): LabelledJob {
  const [head = '', ...resumes] = text.split(/^@ /m)
  const criteria = Array.from(head.matchAll(/^> (\w+) (\S+) \| ([^|\n]+?)( \| home)?$/gm), criterionOf)
  return { name, criteria, resumes: resumes.map((resume) => resumeOf(resume, criteria)) }
}

function criterionOf([, importance, kind, text, home]: RegExpExecArray): LabelledCriterion {
  return { text: text!, importance: importance as Importance, kind: kind!, homeOnly: home !== undefined }
}

function resumeOf(block: string, criteria: LabelledCriterion[]): LabelledResume {
  const [first = '', ...lines] = block.split('\n')
  const [own = '', others = ''] = first.split(' | ')
  const labels = own.split(' ').map((mark, at) => labelOf(mark, criteria[at]!.kind))
  if (labels.length !== criteria.length) throw new Error(`${labels.length} labels for ${criteria.length} criteria`)
  const named = others.split('; ').filter(Boolean)
  const elsewhere = named.map((one): [string, Label] => {
    const [criterion = '', mark = ''] = one.split('=')
    return [criterion, labelOf(mark, 'stranger')]
  })
  return { text: lines.join('\n').trim(), labels, elsewhere: new Map(elsewhere) }
}

function labelOf(mark: string, kind: string): Label {
  const verdict = verdictOfMark[mark[0]!]
  if (verdict === undefined) throw new Error(`unknown label ${mark}`)
  return { verdict, kind: kinds[mark[1] ?? ''] ?? kind }
}

/** Returns the postings in one half. */
export function labelledPostings(half: Half): LabelledPosting[] {
  return postingsIn(readFileSync(join(folderOf(half), 'postings.txt'), 'utf8'), /^# /m)
}

/** Returns handwritten descriptions in the style of real ones, with the markup that applicant-tracking systems send. */
export function postingsAsSent(): LabelledPosting[] {
  const folder = join(data, 'eval/as-sent')
  // Here, postings start with `===`. Elsewhere they start with `#`, but so does a heading in Markdown.
  return readdirSync(folder).flatMap((file) => postingsIn(readFileSync(join(folder, file), 'utf8'), /^=== /m))
}

function postingsIn(text: string, mark: RegExp): LabelledPosting[] {
  return text
    .split(mark)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const [head = '', ...rest] = block.split('\n')
      const [title = '', company = ''] = head.split(' | ')
      const [body = '', labels = ''] = rest.join('\n').split(/^---$/m)
      return { title, company, text: body.trim(), labels: labels.trim().split('\n').map(postingLabelOf) }
    })
}

function postingLabelOf(line: string): PostingLabel {
  const [wanted, ...words] = line.split(' ')
  return { wanted: wanted as PostingLabel['wanted'], words: words.map((word) => word.split('/')) }
}
