/** The HTML page of an impact analysis, for auditors: its tables, method and sources. */
import type { GroupImpact, ImpactAnalysis } from '../../../../generated/types.gen.ts'
import { html, type Html } from '../report/html.ts'
import { frame } from '../report/page.ts'

/** Returns the whole page, in UTF-8. */
export function impactPage({ threshold, withoutScore, groups, criteria }: ImpactAnalysis, job: string): string {
  const changed = criteria.filter(({ largestChange }) => largestChange > 0)
  const header = html`<p class="quiet">Job <bdi>${job}</bdi></p>
    <h1>Impact analysis</h1>
    <p>Applicants with a score of at least ${threshold.toFixed(1)} are treated as selected.</p>
    <p class="quiet">Applicants left out because they have no completed score: ${withoutScore}.</p>`
  const body = html`<h2>Selection by group</h2>
    ${tableOf(groups, 'Selected')}
    <h2>Criteria whose removal changes a ratio</h2>
    ${changed.length === 0 ? html`<p>None. Removing any single criterion leaves all ratios unchanged.</p>` : null}
    ${changed.map(removalOf)}
    <h2>Results by criterion</h2>
    ${criteria.map(
      ({ text, groups: ofCriterion }) =>
        html`<h3 dir="auto">${text}</h3>
          ${tableOf(ofCriterion, 'Met or partly met')}`,
    )}
    ${method}`
  return frame.pageOf({ title: `Impact analysis · ${job}`, header, body })
}

function removalOf({ text, withoutCriterion }: ImpactAnalysis['criteria'][number]): Html {
  const rows = withoutCriterion.map(
    ({ group, selectionRate, impactRatio, change }) =>
      html`<tr>
        <th scope="row" dir="auto">${group}</th>
        ${cells([percent(selectionRate), decimal(impactRatio), signed(change)])}
      </tr> `,
  )
  return html`<h3 dir="auto">${text}</h3>
    <table>
      ${headOf(['Group', 'Selection rate without it', 'Impact ratio without it', 'Change'])}
      <tbody>
        ${rows}
      </tbody>
    </table>`
}

const method = html`<h2>Method</h2>
  <ul>
    <li>Selection rate: selected applicants divided by applicants of the group; its 95 % interval by Wilson (1927).</li>
    <li>
      Impact ratio: the group’s selection rate divided by that of the group with the highest rate. Below 0.80 it is
      generally regarded as evidence of adverse impact (29 CFR 1607.4 D); the same ratio is published under New York
      City Local Law 144 (6 RCNY 5-301). Its 95 % interval by Katz et al. (1978), with a half added to the counts where
      a group has no selected applicant (Pettigrew et al. 1986).
    </li>
    <li>Fisher’s exact test is two-sided. It is shown if an expected number is below 5.</li>
    <li>Groups of fewer than five applicants are suppressed, and no total over groups is shown.</li>
    <li>A criterion’s removal is simulated from the stored verdicts. No applicant is scored again.</li>
  </ul>
  <p class="quiet">A ratio is a reason to look closer. It proves neither discrimination nor its absence.</p>`

function tableOf(groups: GroupImpact[], selected: string): Html {
  return html`<table>
    ${headOf(['Group', 'Applicants', selected, 'Rate (95 %)', 'Impact ratio (95 %)', 'Fisher’s p'])}
    <tbody>
      ${groups.map(rowOf)}
    </tbody>
  </table>`
}

function headOf(names: string[]): Html {
  return html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
  </thead>`
}

const cells = (texts: string[]) => texts.map((text) => html`<td>${text}</td>`)

function rowOf(each: GroupImpact): Html {
  const { group, isSuppressed, isReference, isBelowFourFifths } = each
  const name = html`<th scope="row" dir="auto">${group}</th>`
  if (isSuppressed)
    return html`<tr>
      ${name}
      <td colspan="5" class="quiet">suppressed: fewer than five applicants</td>
    </tr> `
  const ratio = isReference
    ? 'highest rate'
    : `${decimal(each.impactRatio)}${between(each.impactRatioInterval, decimal)}`
  return html`<tr>
    ${name}
    ${cells([
      String(each.applicants),
      String(each.selected),
      `${percent(each.selectionRate)}${between(each.selectionRateInterval, percent)}`,
      `${ratio}${isBelowFourFifths ? ' · below four fifths' : ''}`,
      each.fisherExactP === null ? '–' : each.fisherExactP.toFixed(4),
    ])}
  </tr> `
}

function between(interval: { low: number; high: number } | null, show: (value: number) => string): string {
  return interval === null ? '' : ` (${show(interval.low)} to ${show(interval.high)})`
}

const percent = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`)
const decimal = (value: number | null) => (value === null ? '–' : value.toFixed(2))
const signed = (value: number | null) => (value === null ? '–' : `${value > 0 ? '+' : ''}${value.toFixed(2)}`)
