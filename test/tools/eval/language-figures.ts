/**
 * Measures how often verdicts in German, French and Spanish match the labels, compared with English verdicts on the
 * same kinds of criteria.
 */
import { labelledJobs, setLanguages, type Half, type LabelledJob } from './labelled-set.ts'
import { isRight, judgeAll, mean, share, type Judge, type Judged, type VerdictFigures } from './verdict-figures.ts'

/**
 * `english` is the share of correct verdicts in English. The kinds of criteria are weighted as in this language's set.
 */
type LanguageFigures = { language: string; jobs: LabelledJob[]; own: VerdictFigures; english: number }
type KindFigures = { kind: string; verdicts: number; right: number; english: number }

/** Returns the figures for each language in one half, and for each kind of criterion in all languages together. */
export async function languageFigures(
  half: Half,
  judge: Judge,
): Promise<{ languages: LanguageFigures[]; kinds: KindFigures[] }> {
  const english = Map.groupBy(await judgedAtHome(labelledJobs(half), judge), ({ kind }) => kind)
  const englishOf = (kind: string): number => share(english.get(kind) ?? [], isRight)
  const languages: LanguageFigures[] = []
  for (const language of setLanguages) {
    const jobs = labelledJobs(`languages/${language}/${half}`)
    const own = await judgeAll(jobs, judge)
    languages.push({ language, jobs, own, english: mean(atHome(own.judged).map(({ kind }) => englishOf(kind))) })
  }
  const home = languages.flatMap(({ own }) => atHome(own.judged))
  const kinds = [...Map.groupBy(home, ({ kind }) => kind)].sort().map(([kind, some]) => ({
    ...{ kind, verdicts: some.length, right: share(some, isRight), english: englishOf(kind) },
  }))
  return { languages, kinds }
}

const atHome = (judged: Judged[]): Judged[] => judged.filter(({ stranger }) => !stranger)

/**
 * Judges each resume only against its own job, because the many verdicts against other jobs would take most of the
 * time.
 */
async function judgedAtHome(jobs: LabelledJob[], judge: Judge): Promise<Judged[]> {
  const all: Judged[] = []
  for (const job of jobs) all.push(...(await judgeAll([job], judge)).judged)
  return all
}
