/** Pronouns and forms of address reveal a gender, on which a score must not depend. */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'

const seen = (resume: string): string => blindApplication(resume, []).resume.redacted

const told: Record<string, [text: string, expected: string]> = {
  'next to the name': ['Jane Doe (she/her/hers)\nNurse', '[NAME] ([PRONOUN])\nNurse'],
  'by a gender-neutral declaration': ['Jane Doe, they / them\nNurse', '[NAME], [PRONOUN]\nNurse'],
  'in sentences': [
    'Jane Doe\nShe led ten nurses; her ward trusted her, and he’s proof himself.',
    '[NAME]\n[PRONOUN] led ten nurses; [PRONOUN] ward trusted [PRONOUN], and [PRONOUN]’s proof [PRONOUN].',
  ],
  'as a form of address': [
    'Greg Baker\nNurse\nMr. Baker led us, Mr Greg Baker too.',
    '[NAME]\nNurse\n[NAME] led us, [NAME] too.',
  ],
}

for (const [where, [text, expected]] of Object.entries(told)) {
  test(`a gender that is revealed ${where} becomes a placeholder`, (t) => {
    t.is(seen(text), expected)
  })
}

test('words that only resemble pronouns are kept', (t) => {
  const text =
    'Jane Doe\nHIS and EHR roll-out, HER2 assays, MS in Nursing, MS Office, there, cache-her, their own clinic.'
  t.is(seen(text), text.replace('Jane Doe', '[NAME]'))
})
