/**
 * Counts how many of a posting's labelled requirements the generated criteria cover, and which criteria should not be
 * there.
 */
import type { DraftCriterion } from '../../../workers/tasks.ts'
import type { LabelledPosting, PostingLabel } from './labelled-set.ts'

export type GenerationFigures = {
  requirements: number
  requirementsFound: number
  duties: number
  dutiesFound: number
  importances: number
  importancesWrong: number
  criteria: number
  junk: number
  junkMustHave: number
  protectedWishes: number
  /** The faults, one per line. */
  faults: string[]
}

export type Generate = (posting: LabelledPosting) => Promise<DraftCriterion[]>

/** Adds up the counts for all postings. */
export async function countGeneration(postings: LabelledPosting[], generate: Generate): Promise<GenerationFigures> {
  const sum: GenerationFigures = {
    ...{ requirements: 0, requirementsFound: 0, duties: 0, dutiesFound: 0, importances: 0, importancesWrong: 0 },
    ...{ criteria: 0, junk: 0, junkMustHave: 0, protectedWishes: 0, faults: [] },
  }
  for (const posting of postings) addPosting(sum, posting, await generate(posting))
  return sum
}

function addPosting(sum: GenerationFigures, { title, labels }: LabelledPosting, criteria: DraftCriterion[]): void {
  const fault = (what: string): number => sum.faults.push(`${title}: ${what}`)
  for (const label of labels.filter(({ wanted }) => wanted !== 'OK' && wanted !== 'PROTECTED')) {
    const found = criteria.filter(({ text }) => names(text, label))
    const [all, held] = label.wanted === 'DUTY' ? (['duties', 'dutiesFound'] as const) : requirement
    sum[all] += 1
    if (found.length > 0) sum[held] += 1
    else fault(`misses ${said(label)}`)
    if (label.wanted === 'ANY' || found.length === 0) continue
    sum.importances += 1
    const isAsLabelled = ({ importance }: DraftCriterion): boolean =>
      label.wanted === 'DUTY' ? importance !== 'MUST_HAVE' : importance === label.wanted
    if (found.some(isAsLabelled)) continue
    sum.importancesWrong += 1
    fault(`${found[0]!.importance} for ${said(label)}`)
  }
  const allowed = labels.filter(({ wanted }) => wanted !== 'PROTECTED')
  for (const { text, importance } of criteria) {
    sum.criteria += 1
    const wish = labels.find((label) => label.wanted === 'PROTECTED' && names(text, label))
    const isAsked = allowed.some((label) => names(text, label))
    if (wish !== undefined && !isAsked) sum.protectedWishes += 1
    if (isAsked) continue
    sum.junk += 1
    if (importance === 'MUST_HAVE') sum.junkMustHave += 1
    fault(`junk ${importance} ${text}`)
  }
}

const requirement = ['requirements', 'requirementsFound'] as const
const said = ({ wanted, words }: PostingLabel): string =>
  `${wanted} ${words.map((either) => either.join('/')).join(' ')}`

function names(text: string, { words }: PostingLabel): boolean {
  const folded = text.toLowerCase()
  return words.every((either) => either.some((word) => folded.includes(word)))
}
