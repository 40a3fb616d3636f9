/**
 * The report's notes about hidden text and about the limits of the score. They show the reason and the page, never the
 * text itself.
 */
import type { IntegrityFinding, IntegrityFlag, IntegrityReason } from '../../../../workers/tasks.ts'
import type { ShownScoringJobRow } from '../../../tables/scoring-jobs/scoring-jobs.ts'
import { html, type Html } from './html.ts'

const sentences: Record<IntegrityFlag, string> = {
  HIDDEN_TEXT: 'The resume contains text that a reader cannot see. It was not scored.',
  TINY_TEXT: 'The resume contains text that is too small to read. It was not scored.',
  OFF_PAGE_TEXT: 'The resume contains text outside the page. It was not scored.',
  INVISIBLE_CHARACTERS: 'The resume contains invisible characters. They were removed.',
  INSTRUCTION_LIKE_TEXT: 'Some text reads like an instruction to an AI model. It was not followed.',
  REPEATED_CRITERIA: 'The application repeats the wording of most criteria.',
  QUOTE_NOT_VERIFIED: 'For at least one criterion, the quote behind the verdict is missing or not in the application.',
  EVIDENCE_NOT_SPECIFIC: 'For at least one criterion, the quoted passage does not show that it is met.',
  RESUME_CUT: 'The resume is longer than the model can read. The last part was not scored.',
  LANGUAGE_NOT_COVERED:
    'The resume or the criteria are in a language that the scoring engine does not cover. The score may be too low.',
  DATED_RESUME:
    'The resume states the date it was written. Jobs that last until “present” were counted up to that date.',
  TEXT_NOT_VERIFIED: 'At least one page could not be searched for hidden text. All of its text was scored.',
}

const reasons: Record<IntegrityReason, string> = {
  white_on_background: 'in the colour of its background',
  tiny: 'tiny',
  off_page: 'off the page',
  invisible_mode: 'drawn without colour',
  transparent: 'transparent',
  covered: 'covered or clipped',
  optional_content_off: 'on a hidden layer',
  vanish: 'marked as hidden',
  style_sheet: 'hidden by a style sheet',
  actual_text: 'replaces the visible text',
  annotation: 'in a hidden note or form field',
  zero_width: 'zero-width characters',
  bidi: 'characters that change the writing direction',
  tag_characters: 'tag characters',
  variation_selectors: 'variation selectors',
  instruction_phrase: 'addressed to an AI model',
  criteria_listed: 'repeats the criteria',
  quote_not_found: 'quote missing or not found',
  passage_not_specific: 'passage about something else',
  beyond_model_context: 'too long for the model',
  first_page_only: 'only the first page of the file can be read',
  own_date: 'date stated in the resume',
  resume_language: 'language of the resume',
  criteria_language: 'language of the criteria',
  page_not_rendered: 'page too complex to render',
}

/** Flags about how the engine read the application. They may mean that the score is wrong. */
const limits = new Set<IntegrityFlag>([
  ...([
    'QUOTE_NOT_VERIFIED',
    'EVIDENCE_NOT_SPECIFIC',
    'RESUME_CUT',
    'DATED_RESUME',
    'TEXT_NOT_VERIFIED',
    'LANGUAGE_NOT_COVERED',
  ] as const),
])

/** Returns a flag as a sentence for a recruiter. */
export function flagWords(flag: string): string {
  return sentences[flag as IntegrityFlag] ?? flag
}

/** Returns notes that explain a score's flags, with their reasons; null if it has no flags. */
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
  ${ofResume.length === 0 ? null : note('Noticed in the resume', ofResume, 'None of this changed the score.')}`
}

function effectOf(flags: IntegrityFlag[]): string {
  const isUnproven = flags.includes('QUOTE_NOT_VERIFIED') || flags.includes('EVIDENCE_NOT_SPECIFIC')
  return isUnproven
    ? 'The criterion earned no points, although the applicant may meet it. Read the resume, or score it again.'
    : 'Keep this in mind when you compare this score with others.'
}

/** Returns one note for each reason, because a flag may be raised on many pages. */
function reasonsOf(flag: IntegrityFlag, findings: IntegrityFinding[]): Html {
  const byReason = Map.groupBy(
    findings.filter((finding) => finding.flag === flag),
    ({ reason }) => reason,
  )
  const parts = [...byReason].map(([reason, alike]) => {
    const pages = new Set(alike.flatMap(({ page }) => page ?? []))
    const letters = alike.reduce((sum, finding) => sum + (finding.letters ?? 0), 0)
    return `${reasons[reason] ?? reason}${placeOf([...pages])}${amountOf(letters, alike[0]!)}`
  })
  const text = parts.join('; ')
  return html`<span class="quiet">${text.charAt(0).toUpperCase()}${text.slice(1)}${text && '.'}</span>`
}

function amountOf(letters: number, { share, language }: IntegrityFinding): string {
  if (letters > 0) return ` (${letters} characters)`
  if (share) return ` (${Math.round(100 * share)} % of their words)`
  return language === undefined ? '' : `: ${languageNames.of(language)}`
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the pages in order, consecutive ones as a range, because a resume may hide text on a hundred pages. */
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
