/**
 * What a report says of text that was not written for a reader, and of what the engine could not prove or read: why, and
 * where; never the text.
 */
import type { IntegrityFinding, IntegrityFlag, IntegrityReason } from '../../../../workers/tasks.ts'
import type { ShownScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { html, type Html } from './html.ts'

const sentences: Record<IntegrityFlag, string> = {
  HIDDEN_TEXT: 'Text that a reader cannot see (white, transparent or covered) was left out.',
  TINY_TEXT: 'Text too small to read was left out.',
  OFF_PAGE_TEXT: 'Text beyond the edge of the page was left out.',
  INVISIBLE_CHARACTERS: 'Invisible characters were taken out.',
  INSTRUCTION_LIKE_TEXT: 'Some text reads like an instruction to a machine. It was scored as text and not obeyed.',
  REPEATED_CRITERIA: 'The application repeats the wording of most criteria.',
  QUOTE_NOT_VERIFIED: 'For a criterion, the engine quoted no passage, or one that could not be found.',
  EVIDENCE_NOT_SPECIFIC: 'For a criterion, the engine quoted a passage that does not show it.',
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
  quote_not_found: 'the quote is missing, or not in the application',
  passage_not_specific: 'the passage is about something else',
  beyond_model_context: 'too long for the model',
  own_date: 'date stated in the resume',
}

/** Flags of how the engine read the application: what they name may well have changed the score. */
const limits = new Set<IntegrityFlag>(['QUOTE_NOT_VERIFIED', 'EVIDENCE_NOT_SPECIFIC', 'RESUME_CUT', 'DATED_RESUME'])

/** Notes on the flags of a score with their reasons; null where there is none. */
export function integrityOf(row: Pick<ShownScoringJobRow, 'flags' | 'findings'>): Html | null {
  const flags = JSON.parse(row.flags ?? '[]') as IntegrityFlag[]
  const findings = JSON.parse(row.findings ?? '[]') as IntegrityFinding[]
  if (flags.length === 0) return null
  const note = (title: string, some: IntegrityFlag[], effect: string) =>
    html`<section class="note">
      <h2>${title}</h2>
      <ul>
        ${some.map((flag) => html`<li>${sentences[flag] ?? flag} ${reasonsOf(flag, findings)}</li> `)}
      </ul>
      <p class="quiet">${effect}</p>
    </section>`
  const ofEngine = flags.filter((flag) => limits.has(flag))
  const ofResume = flags.filter((flag) => !limits.has(flag))
  return html`${ofEngine.length === 0 ? null : note('Limits of this score', ofEngine, effectOf(ofEngine))}
  ${ofResume.length === 0 ? null : note('Noticed in the resume', ofResume, 'None of this changes the score.')}`
}

/** What a recruiter should make of it. */
function effectOf(flags: IntegrityFlag[]): string {
  const isUnproven = flags.includes('QUOTE_NOT_VERIFIED') || flags.includes('EVIDENCE_NOT_SPECIFIC')
  return isUnproven
    ? 'Such a criterion earns no points, although the person may well meet it: read the resume, or score it again.'
    : 'Keep this in mind when you compare the score with others.'
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
