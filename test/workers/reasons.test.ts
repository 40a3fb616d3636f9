/** The wording of the embedded engine's reasons. */
import test from 'ava'
import { reasonTexts } from '../../workers/reasons/reasons.ts'
import { draft, draftOne } from './engines/embedded/drafting.ts'

const resume = `Public relations officer, Acme, 2019 - 2021
Led two PCI DSS audits. Key user for SAP MM.
BLS. ACLS is in progress.
Languages: German (B1)
BSc in Nursing, 2016
Led a team of six people.
Skills: Python, Go, SQL`

const long = 'Proven record of presenting results to boards and of managing teams in several regions at the same time'

test("a reason states its criterion's subject in a sentence", async (t) => {
  const reasons: [criterion: string, reason: string][] = [
    ['Series 7 license', 'No evidence found for “Series 7 license”.'],
    ['5+ years of public relations experience', 'Shows 2 of the 5 years of public relations experience required.'],
    ['5 years experience in public relations', 'Shows 2 of the 5 years of experience in public relations required.'],
    ['Minimum 5 years of public relations required', 'Shows 2 of the 5 years of public relations required.'],
    ['Public relations (5+ years)', 'Shows 2 of the 5 years of “Public relations” required.'],
    ['1 year of public relations', 'Shows 2 years of public relations (required: 1 year).'],
    ['30 months of public relations', 'Shows 2 years of public relations (required: 2 years).'],
    ['5 years of Python', 'The length of experience is not clear (required: 5 years of Python).'],
    ['Experience with PCI DSS audits', 'Evidence found for “Experience with PCI DSS audits”.'],
    ['SAP and Excel', 'Evidence found for SAP. No evidence found for Excel.'],
    ['BLS and ACLS', 'Evidence found for BLS. Not completed yet: ACLS.'],
    ['Experience with SQL', 'Mentions SQL only in a list and describes no work with it.'],
    ['Led a team of at least 8', 'Shows less than required: “Led a team of at least 8”.'],
    ['French or Spanish', 'No evidence found for French or Spanish.'],
    ['Fluent German', 'Speaks German (intermediate; required: fluent).'],
    ['German at B1', 'Speaks German (intermediate).'],
    [
      "Bachelor's degree in Computer Science",
      "Holds a bachelor's degree in another field. Required: “Bachelor's degree in Computer Science”.",
    ],
    ["Bachelor's degree", "Holds a bachelor's degree."],
    ['A "Scrum Master" certificate', 'No evidence found for this requirement.'],
    [long, 'No evidence found for this requirement.'],
  ]
  for (const [criterion, reason] of reasons) t.is((await draftOne(criterion, resume)).reason, reason, criterion)
})

test('a reason never lists scattered words of its criterion', async (t) => {
  const criterion = 'Crisis intervention and risk assessment'
  const { verdict, reason } = await draftOne(criterion, 'Social worker, 2018 - 2023\nCrisis intervention at a clinic')
  t.is(verdict, 'PARTIAL')
  t.notRegex(reason.replace(`“${criterion}”`, ''), /crisis|risk|assessment/i)
})

test('a reason is in the language of its criterion', async (t) => {
  const jobs: [resume: string, criteria: Record<string, string>][] = [
    [
      'Erfahrung\nPython-Entwickler, Acme, 2018 - 2020\nPython\nEnglisch B1\nSAP MM Anwender',
      {
        '5 Jahre Erfahrung mit Python': 'Belegt 2 der geforderten 5 Jahre Erfahrung mit Python.',
        'Führerschein Klasse B': 'Kein Nachweis gefunden für „Führerschein Klasse B“.',
        'Englisch fließend': 'Spricht Englisch (mittlere Kenntnisse; gefordert: fließend).',
        'SAP und Excel': 'Belegt: SAP. Kein Nachweis gefunden für Excel.',
      },
    ],
    [
      'Soins infirmiers, Clinique, 2018 - 2020\nSoins infirmiers aux patients\nAnglais B1',
      {
        "5 ans d'expérience en soins infirmiers": "Atteste 2 des 5 ans d'expérience en soins infirmiers requis.",
        'Anglais courant': 'Parle anglais (niveau intermédiaire ; requis : courant).',
      },
    ],
    [
      'Ventas, Acme, 2018 - 2020\nventas de zapatos',
      { '5 años de experiencia en ventas': 'Acredita 2 de los 5 años de experiencia en ventas exigidos.' },
    ],
    [
      'Cozinheiro',
      { 'Experiência em vendas no varejo': 'Nenhuma evidência encontrada de “Experiência em vendas no varejo”.' },
    ],
    [
      'Kok',
      { 'Rijbewijs B en ervaring in de zorg': 'Geen bewijs gevonden voor “Rijbewijs B en ervaring in de zorg”.' },
    ],
  ]
  for (const [text, criteria] of jobs) {
    const verdicts = await draft(Object.keys(criteria), text)
    t.deepEqual(
      verdicts.map(({ reason }) => reason),
      Object.values(criteria),
    )
  }
})

test('each language has every reason, with the same placeholders as in English', (t) => {
  const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()
  const english = reasonTexts.en
  for (const [language, texts] of Object.entries(reasonTexts)) {
    t.deepEqual(Object.keys(texts), Object.keys(english), language)
    for (const part of ['plain', 'findings', 'fields'] as const) {
      t.deepEqual(Object.keys(texts[part]), Object.keys(english[part]), language)
      for (const [key, text] of Object.entries(texts[part])) {
        const original = (english[part] as Record<string, string>)[key]!
        t.deepEqual(placeholdersOf(text), placeholdersOf(original), `${language} ${key}`)
        if (part !== 'fields') t.regex(text, /^[\p{Lu}{].*\.$/u)
      }
    }
  }
})
