/** The ranking's HTML page: a row for each application, a column for each criterion. */
import type { Criterion, Verdict } from '../../../../generated/types.gen.ts'
import type { Environment } from '../../../kit/caller.ts'
import { toIso } from '../../../kit/time.ts'
import { flagWords } from '../report/integrity.ts'
import { createFrame } from '../report/frame.ts'
import { html, type Html } from '../report/html.ts'
import { style as reportStyle } from '../report/style.ts'
import { failedPlace, openPlace } from '../../../tables/application-scores/job-activity.ts'
import type { CountedVerdict, Listed } from './listed.ts'
import { tenthsMax } from './upkeep.ts'

/** An application on the page; `rank` is null if it has no score. */
export type RankingRow = Listed & { rank: number | null; verdicts: CountedVerdict[] }
export type Ranking = { job: string; environment: Environment; criteria: Criterion[]; rows: RankingRow[] }

const style = `${reportStyle}
body { max-width: 70rem }
table { width: 100%; border-collapse: collapse; font-size: .9375rem }
th, td { padding: .375rem .5rem; border-top: 1px solid var(--line); text-align: left; vertical-align: baseline }
th { font-weight: 600 }
td.number, th.cell, td.cell { text-align: center; font-variant-numeric: tabular-nums }
.bar { display: inline-block; width: 6rem; margin: 0 .5rem 0 0; vertical-align: middle }
.reach { overflow-x: auto }
.cell b { border-bottom: 2px solid currentcolor }
tr { break-inside: avoid }
thead { display: table-header-group }
`

export const frame = createFrame(style)

/** Returns the whole page, in UTF-8. */
export function pageOf({ job, environment, criteria, rows }: Ranking): string {
  const header = html`<p class="quiet">Job <bdi>${job}</bdi>${environment === 'SANDBOX' ? ' · sandbox' : ''}</p>
    <h1>Ranking</h1>`
  const body = html`${rows.length === 0 ? html`<p>There are no applications here.</p>` : tableOf(criteria, rows)}
    ${criteria.length === 0 ? null : legendOf(criteria)}
    <p class="quiet">
      A score helps a person to decide. Read the report of an application for the quotes behind its score.
    </p>`
  return frame.pageOf({ title: `Ranking · ${job}`, header, body })
}

function tableOf(criteria: Criterion[], rows: RankingRow[]): Html {
  return html`<div class="reach">
    <table>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Application</th>
          <th scope="col">Score</th>
          ${criteria.map(({ text }, index) => html`<th scope="col" class="cell" title="${text}">${index + 1}</th> `)}
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => rowOf(criteria, row))}
      </tbody>
    </table>
  </div>`
}

function rowOf(criteria: Criterion[], one: RankingRow): Html {
  const { row, shown, rank, verdicts, overrides } = one
  const byText = new Map(verdicts.map(({ text, verdict }) => [text, verdict]))
  const decided = new Set(overrides.map(({ text }) => text))
  return html`<tr>
    <td class="number">${rank ?? ''}</td>
    <th scope="row" dir="auto">${shown.application}</th>
    <td>${scoreOf(row.place)}</td>
    ${criteria.map(({ text }) => html`<td class="cell">${cellOf(byText.get(text), decided.has(text))}</td> `)}
    <td>${notesOf(one)}</td>
  </tr> `
}

function scoreOf(place: number): Html {
  if (place === openPlace) return html`<span class="quiet">not scored yet</span>`
  if (place === failedPlace) return html`<span class="quiet">no score</span>`
  const score = ((tenthsMax - place) / 10).toFixed(1)
  return html`<svg class="bar" viewBox="0 0 100 8" role="img" aria-label="${score} on a scale from 0 to 10">
      <rect class="track" x="0" y="1" width="100" height="6" rx="1" />
      <rect class="mark" x="0" y="1" width="${tenthsMax - place}" height="6" rx="1" /></svg
    >${score}`
}

const signs: Record<Verdict, { sign: string; words: string; look: string }> = {
  MET: { sign: '✓', words: 'met', look: 'met' },
  PARTIAL: { sign: '◐', words: 'partly met', look: 'partial' },
  NOT_MET: { sign: '✗', words: 'not met', look: 'missing' },
  NO_EVIDENCE: { sign: '–', words: 'no evidence', look: 'open' },
}

function cellOf(verdict: Verdict | undefined, isDecided: boolean): Html | null {
  if (!verdict) return null
  const { sign, words, look } = signs[verdict]
  const said = isDecided ? `${words}, decided by a person` : words
  return html`<span class="${look}" role="img" aria-label="${said}" title="${said}"
    >${isDecided ? html`<b>${sign}</b>` : sign}</span
  >`
}

function notesOf({ row, shown, overrides }: RankingRow): Html {
  const changed = overrides.filter(({ kind }) => kind === 'OVERRIDE')
  const { reviewRequestedAt } = shown
  const notes = [
    ...(reviewRequestedAt === null
      ? []
      : [`The candidate asked for a review on ${toIso(reviewRequestedAt).slice(0, 10)}`]),
    ...(row.flags === null ? [] : (JSON.parse(row.flags) as string[]).map(flagWords)),
    ...changed.map(({ reviewer, text, engineVerdict, reason, overriddenAt }) => {
      const before = signs[engineVerdict].words
      return `${text}: ${reviewer} decided on ${overriddenAt.slice(0, 10)} (before: ${before}). ${reason}`
    }),
    ...overrides
      .filter(({ kind }) => kind === 'REVIEW')
      .map(({ reviewer, text, overriddenAt }) => `${text}: confirmed by ${reviewer} on ${overriddenAt.slice(0, 10)}`),
    ...(row.isDropped === 1 ? ['A decision about an earlier score no longer applies'] : []),
    ...(row.criteriaVersionId !== shown.currentVersionId ? ['Scored against older criteria'] : []),
    ...(row.place === failedPlace && shown.errorCode ? [shown.errorCode] : []),
  ]
  return html`${notes.map((note) => html`<p class="quiet" dir="auto">${note}</p> `)}`
}

const importances: Record<string, string> = {
  MUST_HAVE: 'must have',
  PREFERRED: 'preferred',
  NICE_TO_HAVE: 'nice to have',
}

function legendOf(criteria: Criterion[]): Html {
  return html`<h2>Criteria</h2>
    <ol>
      ${criteria.map(
        ({ text, importance }) =>
          html`<li dir="auto">${text} <span class="quiet">(${importances[importance] ?? importance})</span></li> `,
      )}
    </ol>
    <p class="quiet">✓ met, ◐ partly met, ✗ not met, – no evidence. An underlined sign is the decision of a person.</p>`
}
