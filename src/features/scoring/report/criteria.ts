/** The criteria in a report, each with its weight, verdict and quotes, and the calculation of the score. */
import type { AssessedCriterion, Evidence, VerdictOverride } from '../../../../generated/types.gen.ts'
import { html, type Html } from './html.ts'
import { pointsOf, weightOf, withoutMustHaveTenthsMax, workingOf } from '../score.ts'

const importances: Record<string, string> = {
  MUST_HAVE: 'Must have',
  PREFERRED: 'Preferred',
  NICE_TO_HAVE: 'Nice to have',
}

const verdicts: Record<string, { words: string; look: string }> = {
  MET: { words: 'Met', look: 'met' },
  PARTIAL: { words: 'Partly met', look: 'partial' },
  NOT_MET: { words: 'Not met', look: 'missing' },
  NO_EVIDENCE: { words: 'No evidence', look: 'open' },
}

/** Returns the list of criteria, in their order. */
export function criteriaOf(criteria: AssessedCriterion[]): Html {
  return html`<ol class="criteria">
    ${criteria.map(criterionOf)}
  </ol>`
}

function criterionOf(criterion: AssessedCriterion): Html {
  const { text, importance, verdict, reason, evidence, override } = criterion
  const { words, look } = lookOf(verdict)
  return html`<li>
    <p class="head"><strong dir="auto">${text}</strong> <span class="verdict ${look}">${words}</span></p>
    <p class="quiet">
      ${importances[importance] ?? importance} · weight ${weightOf(criterion)}, earned ${pointsOf(criterion)}
    </p>
    ${override ? overrideOf(override) : null}
    <p dir="auto">${reason}</p>
    ${evidence.map(quoteOf)}
  </li> `
}

function lookOf(verdict: string): { words: string; look: string } {
  return verdicts[verdict] ?? { words: verdict, look: 'open' }
}

/** Returns who decided, when and why, and the engine's verdict if the decision changed it. */
function overrideOf({ kind, engineVerdict, reason, reviewer, overriddenAt }: VerdictOverride): Html {
  const what = kind === 'REVIEW' ? 'Confirmed' : `Changed from “${lookOf(engineVerdict).words}”`
  const day = overriddenAt.slice(0, 10)
  return html`<p class="decided" dir="auto">
    ${what} by <bdi>${reviewer}</bdi> on <time datetime="${overriddenAt}">${day}</time>: <bdi>${reason}</bdi>
  </p> `
}

/** Returns the quote within its line; the rest of the line is in a lighter colour. */
function quoteOf({ quote, before, after, source, answerIndex = 0, page, start, end }: Evidence): Html {
  const from = source === 'ANSWER' ? `Answer ${answerIndex + 1}` : 'Resume'
  const onPage = page === undefined ? '' : `, page ${page}`
  const quiet = (text: string | undefined) => (text === undefined ? null : html`<span>${text}</span>`)
  return html`<figure>
    <blockquote dir="auto">${quiet(before)}${quote}${quiet(after)}</blockquote>
    <figcaption class="quiet">${from}${onPage}, characters ${start} to ${end}</figcaption>
  </figure> `
}

/** Returns the calculation of the score in words and numbers. */
export function workingOfScore(criteria: AssessedCriterion[], score: string): Html {
  const { total, earned, uncappedTenths, isMustHaveMissing } = workingOf(criteria)
  const capped = isMustHaveMissing && uncappedTenths > withoutMustHaveTenthsMax
  const pointsMax = (withoutMustHaveTenthsMax / 10).toFixed(1)
  return html`<p>
      A criterion that is met earns its full weight, and one that is partly met earns half of it. Any other criterion
      earns nothing. Points require a quote from the resume or an answer, or a decision by a person.
    </p>
    <p class="sum">
      10 × ${earned} earned ÷ ${total} possible =
      ${(uncappedTenths / 10).toFixed(1)}${capped ? html`, at most ${pointsMax} = <strong>${score}</strong>` : null}
    </p>
    ${capped ? html`<p>At least one must-have criterion earned no points, so the score is at most ${pointsMax}.</p>` : null}`
}
