/** Blind scoring: text that identifies a person never reaches an engine, and all other text does. */
import test from 'ava'
import { toVisible } from '../../../../src/kit/passages.ts'
import { parseResume } from '../../../../workers/parse-resume.ts'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'
import { thread } from '../../../tools/reading.ts'
import { loadContract } from '../../../../src/platform/contract/contract.ts'
import { monotonicMs } from '../../../../src/kit/time.ts'

const sizes = loadContract().sizes.resume

const seen = (resume: string): string => blindApplication(resume, []).resume.redacted

const resume = `John A. Smith
Senior Software Engineer
123 Main Street, Apt 4B, Springfield, IL 62704 | (555) 123-4567 | john.smith@example.com
linkedin.com/in/johnsmith | github.com/jsmith | johnsmith.dev | @jsmith
Date of Birth: 12 March 1985

Experience
Acme Corp, 2015 - 2019: Node.js 14.2.1, Socket.io and ASP.NET for 10 000 000 users.
Smith led a team of six. "John was great", said J. Smith's manager. Smithsonian grant.`

test('the name, e-mail, phone, links, address and birth date in a resume become placeholders', (t) => {
  t.is(
    seen(resume),
    `[NAME]
Senior Software Engineer
[ADDRESS] | [PHONE] | [EMAIL]
[LINK] | [LINK] | [LINK] | [LINK]
Date of Birth: [BIRTH_DATE]

Experience
Acme Corp, 2015 - 2019: Node.js 14.2.1, Socket.io and ASP.NET for 10 000 000 users.
[NAME] led a team of six. "[NAME] was great", said [NAME]'s manager. Smithsonian grant.`,
  )
})

test('the name in the resume is also redacted in answers', (t) => {
  const { answers } = blindApplication(resume, ['I am John Smith, call +1 555 123 4567.', 'See https://a.example/b?c.'])
  t.deepEqual(
    answers.map((answer) => answer.redacted),
    ['I am [NAME], call [PHONE].', 'See [LINK].'],
  )
})

test('every placeholder maps back to the text that it replaces', (t) => {
  const passage = blindApplication(resume, []).resume
  const stretches = passage.replacements.map(({ redactedStart, redactedEnd }) => {
    const { start, end } = toVisible(passage, redactedStart, redactedEnd)
    return `${passage.redacted.slice(redactedStart, redactedEnd)} ${passage.text.slice(start, end)}`
  })
  t.is(passage.text, resume)
  t.deepEqual(stretches.slice(0, 4), [
    '[NAME] John A. Smith',
    '[ADDRESS] 123 Main Street, Apt 4B, Springfield, IL 62704',
    '[PHONE] (555) 123-4567',
    '[EMAIL] john.smith@example.com',
  ])
})

const names: Record<string, [head: string, expected: string]> = {
  'under a title': ['Curriculum Vitae\nMaria Schneider\nProduct Manager', 'Curriculum Vitae\n[NAME]\nProduct Manager'],
  'in a title': ['Resume of Maria Schneider', 'Resume of [NAME]'],
  'on two lines': ['MARIA\nSCHNEIDER\nMaria leads', '[NAME]\n[NAME] leads'],
  'with an honorific and hyphens': ['Dr. Anna-Lena Müller-Hoffmann', 'Dr. [NAME]'],
  'with a particle': ['Ludwig van Beethoven\nBeethoven, Ludwig', '[NAME]\n[NAME]'],
  'after a label': ['Skills: Go\nName: Ravi Kumar\nKumar', 'Skills: Go\nName: [NAME]\n[NAME]'],
  'before its title': ['Jane Doe – Senior Engineer', '[NAME] – Senior Engineer'],
  'of two characters': ['李明\n后端工程师\n李明负责后端', '[NAME]\n后端工程师\n[NAME]负责后端'],
  'known from the e-mail address': [
    'Senior Engineer\nAmazon Web Services\njane.doe@example.com\nJane Doe',
    'Senior Engineer\nAmazon Web Services\n[EMAIL]\n[NAME]',
  ],
}

for (const [place, [head, expected]] of Object.entries(names)) {
  test(`a name ${place} is found`, (t) => {
    t.is(seen(head), expected)
  })
}

test('two overlapping details are both redacted', (t) => {
  const text = 'Jane Doe\nAddress: 12 Long Street, jane@example.com, Springfield'
  t.is(seen(text), '[NAME]\nAddress: [ADDRESS][EMAIL], Springfield')
})

test('a number at the end of a line at the top is redacted if it is a valid phone number', (t) => {
  const text = 'Jane Doe 9876543210\nsee plot 1111111111\nExperience\nOrder 9876543210'
  t.is(seen(text), '[NAME] [PHONE]\nsee plot 1111111111\nExperience\nOrder 9876543210')
})

test('an e-mail address that continues on the next line is redacted completely', (t) => {
  t.is(seen('Jane Doe\nEmail: jane@example\n.com\nNurse'), '[NAME]\nEmail: [EMAIL]\nNurse')
})

test('an employer with the same name as the candidate is not redacted', (t) => {
  const text = 'Maria Schneider\nElectrician\nExperience\nSchneider Electric, 2019. Schneider led a team.'
  t.is(seen(text), '[NAME]\nElectrician\nExperience\nSchneider Electric, 2019. [NAME] led a team.')
})

test('a name that is also an everyday word is redacted only in full', (t) => {
  const text = 'Will Young\nWill travel. Will Young, young at heart, and YOUNG, WILL.'
  t.is(seen(text), '[NAME]\nWill travel. [NAME], young at heart, and [NAME].')
})

const notPersonal = [
  'Machine Learning Engineer\nAmazon Web Services\nNew York',
  'Acme, 01/2015 - 12/2019; Globex 2019-03 to 2020-04; 2012–2018 2019 2020',
  'Python 3.11, Node.js 14.2.1, Vue.js, ASP.NET, .NET 8, ISO 27001:2013, RFC 2616, IP 192.168.10.1',
  'Saved $1,200,000 and 3 500 000 EUR for 10 000 000 users; build 10.0.19041.1234; order 1234567890',
  'Built GitHub Actions and GitLab CI with @angular/core and @Override; Booking.com, Socket.io/Redis',
  'Experience\nGrew 5 Google Drive integrations; 3 Lane Assist prototypes; based in Berlin, Germany',
  'Experience\nManaged 42@home, 5@10 and Schneider Electric; ISBN 3161484100; 2,500,000 users, 12,345,678 rows',
  'Wardrobe Crew Stylist\nChicago',
  'Civil Structural Engineer\nBerlin, Germany',
  '产品经理\n北京',
  'Experience\nThe product was born in 2015 in Room 101 of Building 5',
]

for (const text of notPersonal) {
  test(`unchanged: ${text.split('\n').at(-1)}`, (t) => {
    t.is(seen(text), text)
  })
}

const details: Record<string, string> = {
  'Tel: 020 7946 0958': 'Tel: [PHONE]',
  'Phone +49 (0)30 1234567': 'Phone [PHONE]',
  'call me on 06 12 34 56 78': 'call me on [PHONE]',
  'mobile: 98765 43210': 'mobile: [PHONE]',
  'reach jane (at) example (dot) com': 'reach [EMAIL]',
  'Geburtsdatum: 03.02.1988': 'Geburtsdatum: [BIRTH_DATE]',
  'DOB: 1990-02-03': 'DOB: [BIRTH_DATE]',
  'lives at Musterstraße 12, 10115 Berlin': 'lives at [ADDRESS]',
  'lives at 12 rue de la Paix, 75002 Paris': 'lives at [ADDRESS]',
  'Address: 10 Downing Street\nLondon SW1A 2AA': 'Address: [ADDRESS]',
  'see www.example.com/x, and portfolio.github.io': 'see [LINK], and [LINK]',
  'GitHub: @someone-42': 'GitHub: [LINK]',
  'Mobile: 7836091588,9470447541/08028349012': 'Mobile: [PHONE],[PHONE]/[PHONE]',
  'Mobile No-8745879603, (M)98259-18590': 'Mobile No-[PHONE], (M)[PHONE]',
  'IL 62704 (555) 123-4567': 'IL 62704 [PHONE]',
  'mail jane @ example.com, jane@example.co m or jane@gmailcom': 'mail [EMAIL], [EMAIL] or [EMAIL]',
  'E-mail :-jane doe@example.com': 'E-mail :-[EMAIL]',
  'E-mail: a@gmail.com doe@example.com': 'E-mail: [EMAIL] [EMAIL]',
  'MO No:-8800413583': 'MO No:-[PHONE]',
  'Cont.No:- 9717885303, Mo.8769380343': 'Cont.No:- [PHONE], Mo.[PHONE]',
  'Home+919775670767 NO-+919738049168, C++ 2011-2014': 'Home[PHONE] NO-[PHONE], C++ 2011-2014',
  'at night 7003828672 (M)': 'at night [PHONE] (M)',
  'ORCID 0000-0002-1825-0097': 'ORCID [LINK]',
  'née le 3 février 1988': 'née le [BIRTH_DATE]',
  '出生年月：1988年2月': '出生年月：[BIRTH_DATE]',
}

for (const [text, expected] of Object.entries(details)) {
  test(`redacted in an answer: ${text}`, (t) => {
    t.is(blindApplication('', [text]).answers[0]?.redacted, expected)
  })
}

test('a partner can switch blind scoring off', async (t) => {
  const task = { source: { text: resume }, answers: ['I am John Smith.'], sizes, deadlineAt: monotonicMs() + 60_000 }
  const read = (blind: boolean) => parseResume({ ...task, blind }, thread)
  const [open, blind] = [await read(false), await read(true)]
  if (!open.ok || !blind.ok) throw new Error('not read')
  t.is(open.value.resume.redacted, resume)
  t.true(blind.value.resume.redacted.startsWith('[NAME]\n'))
  t.is(blind.value.resume.text, resume)
  t.is(blind.value.textSha256, open.value.textSha256)
})
