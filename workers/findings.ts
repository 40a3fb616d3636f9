/**
 * Creates the findings that are stored with the verdicts of a score. A finding never contains text from an application.
 */
import type { IntegrityFinding, IntegrityFlag, IntegrityReason } from './tasks.ts'

/** The flag that each reason raises. */
export const flags = {
  white_on_background: 'HIDDEN_TEXT',
  invisible_mode: 'HIDDEN_TEXT',
  transparent: 'HIDDEN_TEXT',
  covered: 'HIDDEN_TEXT',
  optional_content_off: 'HIDDEN_TEXT',
  vanish: 'HIDDEN_TEXT',
  style_sheet: 'HIDDEN_TEXT',
  actual_text: 'HIDDEN_TEXT',
  annotation: 'HIDDEN_TEXT',
  tiny: 'TINY_TEXT',
  off_page: 'OFF_PAGE_TEXT',
  zero_width: 'INVISIBLE_CHARACTERS',
  bidi: 'INVISIBLE_CHARACTERS',
  tag_characters: 'INVISIBLE_CHARACTERS',
  variation_selectors: 'INVISIBLE_CHARACTERS',
  instruction_phrase: 'INSTRUCTION_LIKE_TEXT',
  criteria_listed: 'REPEATED_CRITERIA',
  quote_not_found: 'QUOTE_NOT_VERIFIED',
  passage_not_specific: 'EVIDENCE_NOT_SPECIFIC',
  beyond_model_context: 'RESUME_CUT',
  first_page_only: 'RESUME_CUT',
  own_date: 'DATED_RESUME',
  page_not_rendered: 'TEXT_NOT_VERIFIED',
  resume_language: 'LANGUAGE_NOT_COVERED',
  criteria_language: 'LANGUAGE_NOT_COVERED',
} as const satisfies Record<IntegrityReason, IntegrityFlag>

/** Returns a finding without a page or a letter count. */
export function findingOf(reason: IntegrityReason): IntegrityFinding {
  return { flag: flags[reason], reason }
}

/** Returns one finding for each reason and page, in order of first occurrence. */
export function mergeFindings(all: IntegrityFinding[]): IntegrityFinding[] {
  const alike = Map.groupBy(all, ({ reason, page }) => `${reason} ${page}`)
  return [...alike.values()].map((group) => {
    const letters = group.reduce((sum, finding) => sum + (finding.letters ?? 0), 0)
    return letters > 0 ? { ...group[0]!, letters } : group[0]!
  })
}
