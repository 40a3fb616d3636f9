/** Postings in the styles of hospitals, warehouses, shops, public services and other countries. */
import test from 'ava'
import { generate, line } from '../../../../tools/samples/generated-criteria.ts'

test('text around the requirements does not become a criterion', async (t) => {
  const postings: [text: string, criteria: string[]][] = [
    [
      'What you bring\nForklift licence\nWhat we bring\n401k with 4% match\nGrowth opportunities into supervisor roles',
      ['MUST_HAVE Forklift licence'],
    ],
    [
      'Requirements\n- SQL\nInterviews take place on Tuesdays. Acme participates in E-Verify.\nEqual pay for equal work.',
      ['MUST_HAVE SQL'],
    ],
    [
      'Essential criteria\nE1. Degree in psychology\nE2. Competent in R\nEnquiries to Prof. Ames. Funded until 2026.',
      ['MUST_HAVE Degree in psychology', 'MUST_HAVE Competent in R'],
    ],
    [
      'Minimum qualifications\nGED\nThis job description is not all-inclusive and may change.\nNext steps\nCall Jo.',
      ['MUST_HAVE GED'],
    ],
    ['Needed: QuickBooks\nHelpful: a farm background', ['MUST_HAVE QuickBooks', 'NICE_TO_HAVE Farm background']],
    ['Requirements\n- Excel\nConditions\nContrat : CDI\nPostulez en ligne', ['MUST_HAVE Excel']],
    [
      'Person specification\nKnowledge of water policy\nBehaviours\nDelivering at Pace',
      ['MUST_HAVE Knowledge of water policy'],
    ],
    ['Profil\n- Permis C\nProcess de recrutement\nEntretien avec SAP', ['MUST_HAVE Permis C']],
    [
      'Tes missions\nSouder les tubes\nCompétences techniques\nSQL\nTes avantages\nTickets cinéma',
      ['MUST_HAVE SQL', 'PREFERRED Souder les tubes'],
    ],
    [
      'Das solltest du unbedingt mitbringen:\n- Staplerschein\n- Fleiß\nWas wir dir bieten\n- Obst',
      ['MUST_HAVE Staplerschein', 'PREFERRED Fleiß'],
    ],
    ['DEIN PROFIL\n- Staplerschein\nDAS ERWARTET DICH BEI UNS\n- Obst und Wasser', ['MUST_HAVE Staplerschein']],
    ['¿Qué pedimos?\n- Grado en Enfermería\n¿Qué ofrecemos?\n- Turnos', ['MUST_HAVE Grado en Enfermería']],
    ['Must lift 49 pounds with or without reasonable accommodation.', ['MUST_HAVE Must lift 49 pounds']],
    ['Requirements\n- SQL\nAbility to commute: Dayton, OH\nFeedback will be given by phone', ['MUST_HAVE SQL']],
    [
      'Physical Requirements:\nProlonged periods of sitting at a desk\nMust lift 15 pounds',
      ['MUST_HAVE Must lift 15 pounds'],
    ],
  ]
  for (const [text, expected] of postings) t.deepEqual((await generate(text)).map(line), expected, text)
})

test("public employers' set phrases do not become criteria", async (t) => {
  const postings: [text: string, criteria: string[]][] = [
    [
      'QUALIFICATIONS:\n1. Knowledge of audit rules\n2. Other qualifications as may be deemed essential',
      ['MUST_HAVE Knowledge of audit rules'],
    ],
    ['Minimum Qualification:\nExperience: None.\nLicense: Class C licence', ['MUST_HAVE Class C licence']],
    [
      'FULL KNOWLEDGE, SKILLS, ABILITIES AND PERSONAL CHARACTERISTICS: Knowledge of ledgers',
      ['MUST_HAVE Knowledge of ledgers'],
    ],
    [
      'Specific competencies required to perform the\nfunctions of the job include: knowledge of ledgers; auditing',
      ['MUST_HAVE Knowledge of ledgers', 'MUST_HAVE auditing'],
    ],
  ]
  for (const [text, expected] of postings) t.deepEqual((await generate(text)).map(line), expected, text)
})

test('a heading that consists only of heading words needs no colon', async (t) => {
  const criteria = await generate('Minimum Requirements\nSQL\nPreferred Qualifications and Skills\nKnowledge of Rust')
  t.deepEqual(criteria.map(line), ['MUST_HAVE SQL', 'PREFERRED Knowledge of Rust'])
})

test('tasks that may be required, or are essential to something else, are not must-haves', async (t) => {
  const criteria = await generate(
    'Employees may be required to move crates of 50 pounds.\nAbility to do tasks essential to the upkeep of a plant.',
  )
  t.deepEqual(new Set(criteria.map(({ importance }) => importance)), new Set(['PREFERRED']))
})

test('a future task is a duty, so it is at most PREFERRED', async (t) => {
  const criteria = await generate(
    'What you will do in this role:\n- You will administer medications\nRequirements\n- Must have a BSN',
  )
  t.deepEqual(criteria.map(line), ['MUST_HAVE BSN', 'PREFERRED Able to administer medications'])
})

test('a German or French sentence that asks for something is a criterion', async (t) => {
  const sentences: [text: string, criterion: string][] = [
    ['Sie bringen Erfahrung in der Buchhaltung mit.', 'PREFERRED Erfahrung in der Buchhaltung'],
    ['Wir erwarten Einsatzbereitschaft.', 'PREFERRED Einsatzbereitschaft'],
    ['Du besitzt einen Führerschein der Klasse B.', 'PREFERRED Führerschein der Klasse B'],
    ['Sie verfügen über ein abgeschlossenes Studium der Chemie.', 'PREFERRED Abgeschlossenes Studium der Chemie'],
    ['Voraussetzung ist ein Staplerschein. Bei passender Voraussetzung lernen Sie es.', 'MUST_HAVE Staplerschein'],
    ["Vous justifiez d'une expérience en comptabilité.", 'PREFERRED Expérience en comptabilité'],
    ["Vous êtes titulaire d'un CAP plomberie.", "PREFERRED Titulaire d'un CAP plomberie"],
    ['Tu maîtrises le soudage.', 'PREFERRED Le soudage'],
    ['Une alternance en BI est fortement appréciée.', 'PREFERRED Alternance en BI'],
  ]
  for (const [text, criterion] of sentences) t.deepEqual((await generate(text)).map(line), [criterion], text)
})
