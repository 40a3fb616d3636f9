/** What a report says of text that was not written for a reader: why it was left out, and where; never the text. */
import type { IntegrityFinding, IntegrityFlag, IntegrityReason } from '../../../../workers/tasks.ts'
import type { ShownScoringJobRow } from '../../../tables/scoring-jobs.ts'
import { html, type Html } from './html.ts'

const sentences: Record<IntegrityFlag, string> = {
  HIDDEN_TEXT: 'Text that a reader cannot see (white, transparent or covered) was left out.',
  TINY_TEXT: 'Text too small to read was left out.',
  OFF_PAGE_TEXT: 'Text beyond the edge of the page was left out.',
  INVISIBLE_CHARACTERS: 'Invisible characters were taken out.',
  INSTRUCTION_LIKE_TEXT: 'Some text reads like an instruction to a machine. It was scored as text and not obeyed.',
  REPEATED_CRITERIA: 'The application repeats the wording of most criteria.',
  QUOTE_NOT_VERIFIED: 'The engine quoted a passage that could not be found, so that criterion counts as not shown.',
  EVIDENCE_NOT_SPECIFIC: 'A quoted passage did not show its criterion, so that criterion counts as not shown.',
  RESUME_CUT: 'The resume is longer than the model can read. Its last part was not assessed.',
  DATED_RESUME: 'The resume states its own date. “Present” was read as that date.',
}

const reasons: Record<IntegrityReason, string> = {
  white_on_background: 'in the colour of its background',
  tiny: 'tiny',
  off_page: 'off the page',
  invisible_mode: 'painted in no colour',
  transparent: 'transparent',
  covered: 'covered or cut away',
  optional_content_off: 'on a layer that is switched off',
  vanish: 'marked as hidden',
  style_sheet: 'hidden by a style',
  actual_text: 'replaces other letters',
  annotation: 'in a note or field that is not shown',
  zero_width: 'characters without width',
  bidi: 'characters that turn the direction of writing',
  tag_characters: 'tag characters',
  variation_selectors: 'variation selectors',
  instruction_phrase: 'addresses a machine',
  criteria_listed: 'repeats the criteria',
  quote_not_found: 'the quote is not in the application',
  passage_not_specific: 'the passage is about something else',
  beyond_model_context: 'too long for the model',
  own_date: 'date stated in the resume',
}

/** A note on the flags of a score with their reasons; null where nothing was found. */
export function integrityOf(row: Pick<ShownScoringJobRow, 'flags' | 'findings'>): Html | null {
  const flags = JSON.parse(row.flags ?? '[]') as IntegrityFlag[]
  const findings = JSON.parse(row.findings ?? '[]') as IntegrityFinding[]
  if (flags.length === 0) return null
  return html`<section class="note">
    <h2>Noticed in the resume</h2>
    <ul>
      ${flags.map((flag) => html`<li>${sentences[flag] ?? flag} ${reasonsOf(flag, findings)}</li> `)}
    </ul>
    <p class="quiet">None of this changes the score.</p>
  </section>`
}

/** By reason, as pages may be many. */
function reasonsOf(flag: IntegrityFlag, findings: IntegrityFinding[]): Html {
  const byReason = Map.groupBy(
    findings.filter((finding) => finding.flag === flag),
    ({ reason }) => reason,
  )
  const parts = [...byReason].map(([reason, alike]) => {
    const pages = new Set(alike.flatMap(({ page }) => page ?? []))
    const letters = alike.reduce((sum, finding) => sum + (finding.letters ?? 0), 0)
    const share = alike[0]?.share
    const amount = letters > 0 ? ` (${letters} letters)` : share ? ` (${Math.round(100 * share)} % of their words)` : ''
    return `${reasons[reason] ?? reason}${placeOf([...pages])}${amount}`
  })
  return html`<span class="quiet">${parts.join('; ')}</span>`
}

/** The pages in their order, neighbours as a range: a resume may hide something on each of a hundred. */
function placeOf(pages: number[]): string {
  const ranges: [number, number][] = []
  for (const page of pages.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last?.[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  return pages.length === 0 ? '' : ` on page${pages.length === 1 ? '' : 's'} ${texts.join(', ')}`
}
