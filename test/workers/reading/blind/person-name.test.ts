/** Redacting a name removes only the name, because the credentials next to it matter for scoring. */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'
import { findMentions } from '../../../../workers/reading/blind/names/name-mentions.ts'

const seen = (resume: string): string => blindApplication(resume, []).resume.redacted

const credentials: [head: string, expected: string][] = [
  ['Priya Shah ACCA\nACCA-qualified since 2017. Shah leads.', '[NAME] ACCA\nACCA-qualified since 2017. [NAME] leads.'],
  ['Maria Gonzalez RN BSN CCRN\nCCRN, AACN, 2022', '[NAME] RN BSN CCRN\nCCRN, AACN, 2022'],
  ['Maria Gonzalez, RN, BSN\nRN since 2018', '[NAME], RN, BSN\nRN since 2018'],
  ['PRIYA SHAH ACCA\nACCA', '[NAME] ACCA\nACCA'],
  ['Jane Doe MBA\nMBA, Leeds', '[NAME] MBA\nMBA, Leeds'],
  ['Jane Doe PhD\nDoe holds a PhD', '[NAME] PhD\n[NAME] holds a PhD'],
  ['Jane Doe M.Sc.\nM.Sc. Physics', '[NAME] M.Sc.\nM.Sc. Physics'],
  ['Jane Doe FNP-BC\nFNP-BC', '[NAME] FNP-BC\nFNP-BC'],
  ['Dr. Jane Doe, Ph.D., CPA\nCPA', 'Dr. [NAME], Ph.D., CPA\nCPA'],
]

test('a degree, a licence or a membership after the name is not part of it', (t) => {
  for (const [head, expected] of credentials) t.is(seen(head), expected)
})

const capitals: [head: string, expected: string][] = [
  ['Jean DUPONT\nDupont dirige', '[NAME]\n[NAME] dirige'],
  ['Jean Pierre DUPONT\nDupont dirige', '[NAME]\n[NAME] dirige'],
  ['Jean Pierre ROUX\njp.roux@example.com\nRoux dirige', '[NAME]\n[EMAIL]\n[NAME] dirige'],
  ['MARIA SCHNEIDER\nSchneider leads', '[NAME]\n[NAME] leads'],
  ['Wei Ling MA\nling.ma@example.com', '[NAME]\n[EMAIL]'],
]

test('a family name in capitals is part of the name', (t) => {
  for (const [head, expected] of capitals) t.is(seen(head), expected)
})

test('an initial without spaces is part of the name', (t) => {
  t.is(seen('JaneQ.Doe\nOld Canal Road\nJaneDoe leads.'), '[NAME]\nOld Canal Road\n[NAME] leads.')
})

test('words in lower case are a name if an e-mail address contains them', (t) => {
  t.is(seen('jane doe\njanesmail@example.com\nNurse'), '[NAME]\n[EMAIL]\nNurse')
  t.is(seen('civil works\njanesmail@example.com\nNurse'), 'civil works\n[EMAIL]\nNurse')
  t.is(seen('backend developer\nbackend.jane@example.com\nJane'), 'backend developer\n[EMAIL]\n[NAME]')
})

test('a name with a full stop or a line break between its words is redacted', (t) => {
  t.is(seen('Name : JANE.MILLER SMITH\nNurse'), 'Name : [NAME]\nNurse')
  t.is(seen('• a@example.com\nJANE_MILLER\nCONFIDENTIAL'), '• [EMAIL]\n[NAME]\nCONFIDENTIAL')
  t.is(seen('Zaid ur Rahman M.\nChemist'), '[NAME]\nChemist')
})

test('a denial at the top of a resume is not a name', (t) => {
  const head = 'Lebenslauf\nKein Staplerschein, bin aber bereit'
  t.is(seen(head), head)
})

test('a name is found even if it contains characters with a meaning in regular expressions', (t) => {
  const [given, family] = ['A.*', '(B+)+$|[^']
  const text = `Anna BBBB ${given} ${family}, ${'B'.repeat(100)} A. ${family}`
  const found = findMentions(text, { words: [given, family], given, family })
  const literal = [`${given} ${family}`, given, family, `A. ${family}`]
  t.true(found.length > 0)
  for (const { start, end } of found) t.true(literal.includes(text.slice(start, end)), text.slice(start, end))
})
