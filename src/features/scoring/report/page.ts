/** A report's HTML page, with content for each state of a job. */
import type { Assessment, DroppedOverride, ScoringAudit } from '../../../../generated/types.gen.ts'
import { createFrame } from './frame.ts'
import { html, type Html } from './html.ts'
import { toIso } from '../../../kit/time.ts'
import { entryOf, type Contract } from '../../../platform/contract/contract.ts'
import { failureOf } from '../../../platform/contract/failures.ts'
import type { ShownScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { criteriaOf, workingOfScore } from './criteria.ts'
import { integrityOf } from './integrity.ts'
import { style } from './style.ts'

/** The frame for pages that need no additional styles. */
export const frame = createFrame(style)

/**
 * Returns the whole page, in UTF-8. `jobTitle`: null if the criteria were not generated, or if the job had no title.
 */
export function pageOf(row: ShownScoringJobRow, jobTitle: string | null, contract: Contract): string {
  const { title, head, body } = contentOf(row, contract)
  const header = html`${headingOf(row, jobTitle)} ${head}`
  const footer = html`Scoring job ${row.id} · criteria ${row.criteriaVersionId}`
  return frame.pageOf({ title: `${title} · ${row.label ?? row.application}`, header, body, footer })
}

/** The page for a link that is no longer valid or never existed. It does not reveal which of the two applies. */
export const endedLinkPage = frame.pageOf({
  title: 'This link no longer works',
  header: html`<h1>This link no longer works</h1>`,
  body: html`<p>It has expired, was revoked, or is incomplete. Ask the person who sent it for a new one.</p>`,
})

/** Returns the heading: the candidate's name and the job's title, if they are known, and the caller's ids for both. */
function headingOf({ label, application, job, environment }: ShownScoringJobRow, jobTitle: string | null): Html {
  const names = [label, jobTitle].flatMap((name) => name ?? []).map((name) => html`<bdi>${name}</bdi>`)
  const known = html`<p class="subject">${names[0] ?? null}${names.length > 1 ? ' for ' : null}${names[1] ?? null}</p>`
  return html`${names.length > 0 ? known : null}
    <p class="quiet">
      Application <bdi>${application}</bdi> for job <bdi>${job}</bdi>${environment === 'SANDBOX' ? ' · sandbox' : ''}
    </p>`
}

/** `head` is the outcome, `body` its explanation. */
type Content = { title: string; head: Html; body: Html }

function contentOf(row: ShownScoringJobRow, contract: Contract): Content {
  if (row.scoreTenths !== null && row.assessment !== null) return completed(row, row.scoreTenths, row.assessment)
  const failure = failureOf(row, contract)
  if (failure) return failed(row, failure.message, entryOf(contract, failure.code).action)
  const title = row.status === 'PENDING' ? 'Waiting to be scored' : 'Being scored'
  const body = html`<p>Submitted ${at(row.queuedAt)}. There is no score yet. Reload this page in a moment.</p>`
  return { title, head: html`<h1>${title}</h1>`, body }
}

function failed(row: ShownScoringJobRow, message: string, action: string): Content {
  const body = html`<p>${message}</p>
    <h2>What to do</h2>
    <p>${action}</p>
    <p class="quiet">
      Submitted ${at(row.queuedAt)}, failed ${row.failedAt === null ? null : at(row.failedAt)} with ${row.errorCode}.
    </p>`
  return { title: 'No score', head: html`<h1>No score</h1>`, body }
}

const matches: Record<string, string> = {
  STRONG_MATCH: 'Strong match',
  MODERATE_MATCH: 'Moderate match',
  WEAK_MATCH: 'Weak match',
}

function completed(row: ShownScoringJobRow, tenths: number, text: string): Content {
  const { verdict, criteria = [], scoreRange, engineScore, overrideDropped } = JSON.parse(text) as Assessment
  const score = (tenths / 10).toFixed(1)
  const head = html`<h1><span class="score">${score}</span> <span class="of">of 10</span></h1>
    <p class="match">${matches[verdict] ?? verdict}</p>
    ${scoreRange ? rangeOf(score, scoreRange) : null}
    ${engineScore === undefined ? null : html`<p class="quiet">${engineScore.toFixed(1)} without decisions by people.</p>`}`
  const body = html`${overrideDropped ? droppedOf(overrideDropped) : null} ${integrityOf(row)}
    <h2>Criteria</h2>
    ${criteriaOf(criteria)}
    <h2>How the score is calculated</h2>
    ${workingOfScore(criteria, score)}
    ${row.audit === null ? null : auditOf(JSON.parse(row.audit) as ScoringAudit, row)}`
  return { title: `${score} of 10`, head, body }
}

/** Returns a note on decisions about an earlier score that no longer apply. */
function droppedOf(dropped: DroppedOverride[]): Html {
  return html`<section class="note">
    <h2>Decisions that no longer apply</h2>
    <ul>
      ${dropped.map(
        ({ text, reviewer, cause }) =>
          html`<li dir="auto">
            <bdi>${text}</bdi>, decided by <bdi>${reviewer}</bdi>:
            ${cause === 'CRITERION_CHANGED' ? 'the criterion has changed.' : 'the application has changed.'}
          </li> `,
      )}
    </ul>
    <p class="quiet">The engine’s verdicts now apply. Decide again if they are wrong.</p>
  </section>`
}

/** Returns a scale from 0 to 10 that shows the range and the score. */
function rangeOf(score: string, { low, high }: { low: number; high: number }): Html {
  const says =
    low === high
      ? html`There is evidence for or against every criterion.`
      : html`Could be between ${low.toFixed(1)} and ${high.toFixed(1)}, because the application does not show whether
        some criteria are met.`
  return html`<svg viewBox="0 0 100 8" role="img" aria-label="${score} on a scale from 0 to 10">
      <rect class="track" x="0" y="3" width="100" height="2" rx="1" />
      <rect class="range" x="${low * 10}" y="3" width="${(high - low) * 10}" height="2" rx="1" />
      <circle class="mark" cx="${Number(score) * 10}" cy="4" r="2" />
    </svg>
    <p class="quiet">${says}</p>`
}

function auditOf(audit: ScoringAudit, { completedAt }: ShownScoringJobRow): Html {
  return html`<p class="quiet">
    Scored${completedAt === null ? null : html` ${at(completedAt)}`} by engine ${audit.engine} (model ${audit.model},
    prompt version ${audit.promptVersion}) with formula version ${audit.formulaVersion}. SHA-256 of the text:
    ${audit.textSha256}.
  </p>`
}

function at(instant: number): Html {
  const iso = toIso(instant)
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}
