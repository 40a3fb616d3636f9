/** Postings that lost their line breaks, and pages that surround a posting. */
import test from 'ava'
import { questionsFor } from '../../../../../workers/engines/embedded/questions/questions.ts'
import { generate, line } from '../../../../tools/samples/generated-criteria.ts'

/** Declares a test for a promise. Each description must give exactly these criteria. */
function promise(title: string, cases: [description: string, ...criteria: string[]][]): void {
  test(title, async (t) => {
    for (const [description, ...expected] of cases) {
      t.deepEqual((await generate(description)).map(line), expected, description)
    }
  })
}

promise('joined lines are split at capitals, headings and numbers', [
  [
    'Must stay calm in stressful situationsHighly motivatedProficient in Microsoft ExcelRN license, preferred6+ years of nursing',
    'MUST_HAVE Must stay calm in stressful situations',
    'PREFERRED Proficient in Microsoft Excel',
    'PREFERRED RN license',
    'PREFERRED 6+ years of nursing',
  ],
  ['Keeps complianceQUALIFICATIONS:High school diploma', 'MUST_HAVE High school diploma'],
])

promise('a line with three or more items is split at dashes and numbers', [
  [
    'Requirements: (Read them all.)-  Strong math skills.-  Forklift license.-  Fluent English.',
    'MUST_HAVE Strong math skills',
    'MUST_HAVE Forklift license',
    'MUST_HAVE Fluent English',
  ],
  [
    'Duties: 1. Prepare quotations. 2. Process policy changes. 3. Document all contacts.',
    'PREFERRED Able to prepare quotations',
    'PREFERRED Able to process policy changes',
    'PREFERRED Able to document all contacts',
  ],
])

promise('a line of set phrases ends a list of requirements, and a single word such as "Essential" starts one', [
  ['Requirements\n- SQL\n\nQualified candidates please write to:\nJo Ames, Ph.D., Leeds', 'MUST_HAVE SQL'],
  ['Essential\nForklift licence\nDesirable\nFluent Dutch', 'MUST_HAVE Forklift licence', 'PREFERRED Fluent Dutch'],
])

promise('requirements that differ only in their years remain separate', [
  [
    'Requirements\n- Two years of welding\n- Six years of welding',
    'MUST_HAVE Two years of welding',
    'MUST_HAVE Six years of welding',
  ],
])

promise('a heading inside a block of text starts its section and does not become a criterion', [
  [
    'Job Responsibilities. Manage the inventory. Required knowledge, skills & Abilities. 3 years of retail. Working conditions: standing.',
    'MUST_HAVE 3 years of retail',
    'PREFERRED Able to manage the inventory',
  ],
  [
    'POSITION SUMMARY Manage the parcel inventory. QUALIFICATIONS - Bachelor’s degree in law',
    'MUST_HAVE Bachelor’s degree in law',
    'PREFERRED Able to manage the parcel inventory',
  ],
  [
    'Qualified candidates should possess the following characteristics including, but not limited to:\n- Knowledge of SAP',
    'MUST_HAVE Knowledge of SAP',
  ],
])

promise('Spanish headings and trailing words such as "helpful" set the importance of a list', [
  ['Requisitos\n- Node.js\nDeseado\n- Docker', 'MUST_HAVE Node.js', 'PREFERRED Docker'],
  [
    'Typical duties may include the following; Prepare budgets. Previous banking experience helpful.1 - 2 years of audit required.',
    'MUST_HAVE 1 - 2 years of audit',
    'PREFERRED Able to prepare budgets',
    'NICE_TO_HAVE Previous banking experience',
  ],
])

promise('requirements are found among duties, and duties among requirements', [
  [
    'Duties\nSell phones\nGood knowledge of CRM systems\nThe ideal candidate will have excellent Dutch',
    'PREFERRED Good knowledge of CRM systems',
    'PREFERRED Excellent Dutch',
    'PREFERRED Able to sell phones',
  ],
  [
    'Requirements\n- Speaks fluent Dutch\n- Assists technicians with repairs',
    'MUST_HAVE Speaks fluent Dutch',
    'PREFERRED Assists technicians with repairs',
  ],
  [
    'You will be required to answer road calls and to complete all required paperwork.',
    'PREFERRED Answer road calls and to complete all required paperwork',
  ],
])

promise('forms, boilerplate and working conditions are not criteria', [
  ['Requirements\n- SQL\n01\nHow many years do you have?\n0 to 3 months\nMore than 5 years', 'MUST_HAVE SQL'],
  [
    'Requirements\n- SQL\nThe requirements listed are representative of the skill required.\n- If you have less, you may be eligible for training',
    'MUST_HAVE SQL',
  ],
  [
    'Requirements: SQL. Location:Bonn. Organization: Fleet 7. Please attach a list of the tools you know.',
    'MUST_HAVE SQL',
  ],
  ['Profil :\n- Permis C obligatoire\n- Expérience non obligatoire\nDébut : 20 novembre', 'MUST_HAVE Permis C'],
])

test('a page without a posting has no requirements', async (t) => {
  const page = 'The Division provides human resources. '
  const news = ['Step pay began in July.', 'Data is open.', 'Reports show pay.', 'Benefits help.', 'Teams serve.']
  await t.throwsAsync(generate(`${page}${news.join(' ')} Vision guides. Jobs exist. Staff work. Mail comes.`))
})

test('no question is about a requirement that the description already states, or about a certificate that the job only inspects', (t) => {
  const asked = (jobDescription: string) => questionsFor({ jobDescription }) ?? []
  const driver = asked('Driving licence required')
  t.false(driver.some(({ options }) => options.includes('A driving licence')))
  t.true(driver.some(({ options }) => options.includes('Shifts or weekends')))
  const lead = asked('Requirements\n- Minimum 3 years of cooking\n- Supervises cooks\n- Knowledge of HACCP')
  t.false(lead.slice(0, 2).some(({ question }) => question === 'Does the job lead other people?'))
  const inspector = asked('Duties\n- Inspects certificates of conformance\nRequirements\n- Knowledge of FAA rules')
  t.false(inspector.some(({ question }) => question.startsWith('Is this needed from the first day')))
})
