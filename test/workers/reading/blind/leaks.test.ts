/** Names and ages that share a line with other text, and words that resemble them. */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'

const seen = (resume: string): string => blindApplication(resume, []).resume.redacted

const introduced: [text: string, expected: string][] = [
  [
    'Hello, my name is Noor, I am a 22 year old student.\nNoor tutors.',
    'Hello, my name is [NAME], I am a [BIRTH_DATE] year old student.\n[NAME] tutors.',
  ],
  ['Profile\nMy name is Tomasz Zielny and I weld.', 'Profile\nMy name is [NAME] and I weld.'],
  ["Summary\nMy name's Aiko. I am 41 years old.", "Summary\nMy name's [NAME]. I am [BIRTH_DATE] years old."],
  [
    'Über mich\nMein Name ist Jörg Ansel und ich bin 34 Jahre alt.',
    'Über mich\nMein Name ist [NAME] und ich bin [BIRTH_DATE] Jahre alt.',
  ],
  ["Je m'appelle Zoé Lacroix, j'ai 29 ans.", "Je m'appelle [NAME], j'ai [BIRTH_DATE] ans."],
  ['Me llamo Inés Quiroga y tengo 31 años.', 'Me llamo [NAME] y tengo [BIRTH_DATE] años.'],
  ['Mi chiamo Elio Brandi, ho 27 anni.', 'Mi chiamo [NAME], ho [BIRTH_DATE] anni.'],
  ['Меня зовут Олег Дьяков.', 'Меня зовут [NAME].'],
]

test('a name in a sentence about oneself is redacted, and so is the age next to it', (t) => {
  for (const [text, expected] of introduced) t.is(seen(text), expected)
})

test('a name that only an answer contains is redacted in the resume too', (t) => {
  const { resume, answers } = blindApplication('Welder\nNoor welded.', ['My name is Noor Haddad.'])
  t.deepEqual([resume.redacted, answers[0]!.redacted], ['Welder\n[NAME] welded.', 'My name is [NAME].'])
})

const aged: [text: string, expected: string][] = [
  ['Adam 35 years\nWelder\nAdam welded.', '[NAME] [BIRTH_DATE] years\nWelder\n[NAME] welded.'],
  ['Lucía, 28 años\nCamarera', '[NAME], [BIRTH_DATE] años\nCamarera'],
  ['Piotr Nowicki (44 lat)\nSpawacz', '[NAME] ([BIRTH_DATE] lat)\nSpawacz'],
  ['Meera Nair, 31 yrs old | Chennai', '[NAME], [BIRTH_DATE] yrs old | Chennai'],
  ['Jane Doe\nAge: 35\nNurse', '[NAME]\nAge: [BIRTH_DATE]\nNurse'],
  ['Jana Doe\nAlter: 35\nPflegerin', '[NAME]\nAlter: [BIRTH_DATE]\nPflegerin'],
]

test('a name with an age next to it is redacted, and so is the age', (t) => {
  for (const [text, expected] of aged) t.is(seen(text), expected)
})

const otherNumbers = [
  'Welder\nI have 22 years of experience.',
  'Welding 20 years\nAcme Steel',
  'Nurse 12 years\nICU',
  'Teacher\nTaught 11-16 year olds and nursed a 22 year old patient.',
  'Teacher\nI am responsible for 35 children, ages 10-12.',
  'Founder\nThe company is 25 years old.',
  'Nourrice\nJ’ai 22 ans d’expérience.',
  'Cook\nTengo 15 años de experiencia.',
  'Nurse\nAge: 3-10 groups',
  'Nurse\nMy name is not important.',
]

test('years of experience and the ages of others are kept', (t) => {
  for (const text of otherNumbers) t.is(seen(text), text)
})

const columns: [text: string, expected: string][] = [
  [
    'SUMMARY\nDetail-oriented accountant with ten years.\nMARISOL QUIROGA\n123 Main Street\nExperience\nQuiroga led.',
    'SUMMARY\nDetail-oriented accountant with ten years.\n[NAME]\n[ADDRESS]\nExperience\n[NAME] led.',
  ],
  [
    'Skills\nPouring concrete daily\nDEMBA A. TOURAY\n(555) 123-4567\nWorker',
    'Skills\nPouring concrete daily\n[NAME]\n[PHONE]\nWorker',
  ],
  [
    'Objective\nTo work in a busy ward\nILSE MARGRIT VOSS\nRegistered Nurse',
    'Objective\nTo work in a busy ward\n[NAME]\nRegistered Nurse',
  ],
]

test('if there is no other name, a line in capitals above contact details or a job title is taken as the name', (t) => {
  for (const [text, expected] of columns) t.is(seen(text), expected)
})

const glued: [text: string, expected: string][] = [
  ['RohanDash\nSoftware Developer\nDash codes.', '[NAME]\nSoftware Developer\n[NAME] codes.'],
  ['RohanDash | Developer', '[NAME] | Developer'],
  ['MeeraNair\nmail@example.com\nMeera teaches.', '[NAME]\n[EMAIL]\n[NAME] teaches.'],
  ['TomaszZielny\nWelder', '[NAME]\nWelder'],
  ['Ronald McArdle\nWelder\nMcArdle welds.', '[NAME]\nWelder\n[NAME] welds.'],
]

test('a name whose space was lost is redacted', (t) => {
  for (const [text, expected] of glued) t.is(seen(text), expected)
})

const headings = [
  'ADVOCATE\nadvocate@example.com\nExperience\nAdvocate, High Court',
  'BARRISTER\nPhone 555-123-4567\nExperience\nBarrister since 2011',
  'Paralegal\nMobile: 555-123-4567\nHistory\nParalegal at a law firm',
  'BAKER\nPhone 555-123-4567\nExperience\nBaker, head of a night team',
  'Physiotherapist\nTel: 020 7946 0958\nWork History\nPhysiotherapist',
  'ABOGADA\nTel: 020 7946 0958\nExperience\nAbogada',
  'MailChimp\nMobile: 555-123-4567\nMailChimp campaigns',
  'JavaScript\nMobile: 555-123-4567\nJavaScript',
  'QuickBooks\nMobile: 555-123-4567\nQuickBooks',
]

test('a trade or a product at the top of a resume is not a name', (t) => {
  for (const text of headings)
    t.is(seen(text), text.replace(/555-123-4567|020 7946 0958/, '[PHONE]').replace(/\S+@\S+/, '[EMAIL]'))
})

test('a trade that is also a family name is redacted as part of a full name', (t) => {
  t.is(seen('Jane Baker\nNurse\nBaker led.'), '[NAME]\nNurse\nBaker led.')
  t.is(seen('Tilda Fischer\nNurse\nFischer led.'), '[NAME]\nNurse\n[NAME] led.')
})

test('a single name that is also an everyday word is redacted only where it is used as a name', (t) => {
  t.is(seen('Name: Grace\nNurse\nWorked with grace.'), 'Name: [NAME]\nNurse\nWorked with grace.')
})
