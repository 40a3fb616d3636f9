/**
 * The report of `model check`: a table that compares the model's figures with the built-in engine's figures, and the
 * judgement.
 */
import { type Figures, percent, share } from './figures.ts'
import type { LargestResume } from './largest-resume.ts'

export type Checked = { name: string; figures: Figures; requirements: { found: number; of: number } }

/** Returns the report's text. @param failures a line for each task that failed */
export function reportOf(
  model: Checked,
  embedded: Checked,
  largest: LargestResume,
  judgement: string,
  failures: string[],
): string {
  const columns = [model, embedded]
  const row = (name: string, cell: (checked: Checked) => string): string =>
    `  ${name.padEnd(34)}${columns.map((checked) => cell(checked).padStart(20)).join('')}`
  const of = (part: number, all: number): string => `${part} of ${all}`
  return [
    row('', ({ name }) => shortened(name)),
    row('verdict accuracy', ({ figures }) => `${percent(figures.accuracy)} of ${figures.labels}`),
    row('credit given wrongly', ({ figures }) => of(figures.creditedWrongly, figures.unearned)),
    row('quotes refused', ({ figures }) => sharedOf(figures.quotesRefused, figures.quotes)),
    row('unrelated evidence', ({ figures }) => sharedOf(figures.bearOnNothing, figures.credited)),
    row('requirements found in postings', ({ requirements }) => of(requirements.found, requirements.of)),
    row('scores that failed', ({ figures }) => `${figures.failed}`),
    row('tokens a score', ({ figures }) => `${figures.tokens}`),
    row('seconds a score', ({ figures }) => figures.seconds.toFixed(1)),
    '',
    `Largest resume that fits: ${largestOf(largest)}`,
    ...failures,
    '',
    `${model.name}: ${judgement}.`,
  ].join('\n')
}

const nameLengthMax = 18
const shortened = (name: string): string => (name.length > nameLengthMax ? `…${name.slice(1 - nameLengthMax)}` : name)
const sharedOf = (part: number, all: number): string => `${part} of ${all} (${percent(share(part, all))})`

function largestOf({ characters, note }: LargestResume): string {
  const size = characters === 0 ? 'none of those tried' : `${characters} characters`
  return note === '' ? size : `${size}; ${note}`
}
