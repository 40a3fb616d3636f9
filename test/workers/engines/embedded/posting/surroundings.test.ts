/** Lines around a posting's requirements, which are recognised by their own words and not by their heading. */
import test from 'ava'
import { stancesOf } from '../../../../../workers/engines/embedded/posting/line-classifier.ts'
import { generate, line } from '../../../../tools/samples/generated-criteria.ts'

test('text about benefits, pay and the company does not become criteria, even below a requirements heading', async (t) => {
  const asked = '- Two years of plumbing experience\n- Ability to read blueprints'
  const around = [
    'Vision and dental insurance from the first month',
    'Generous employee discounts at all of our shops',
    'The starting wage is between $19 and $24',
    'Our shop has been fixing pumps in the valley since the day the mine closed',
    'Forty hours of vacation after one year of employment',
    'Click the button below and tell us about yourself!',
  ]
  const expected = (await generate(`Requirements\n${asked}`)).map(line)
  t.is(expected.length, 2)
  for (const surrounding of around) {
    t.deepEqual((await generate(`Requirements\n${asked}\n- ${surrounding}`)).map(line), expected, surrounding)
  }
})

test('a requirement stays a criterion, whatever lines surround it', async (t) => {
  const texts = (await generate('Requirements\n- Paid training\n- CDL licence\n- Life insurance\n- Docker')).map(line)
  t.deepEqual(texts, ['MUST_HAVE CDL licence', 'MUST_HAVE Docker'])
})

test('a line that is only perhaps a requirement is not a must-have, whatever its heading', async (t) => {
  t.deepEqual(stancesOf(['Special projects']), ['DOUBTFUL'])
  const musts = (await generate('Minimum requirements\n- Special projects\n- SQL')).filter(
    ({ importance }) => importance === 'MUST_HAVE',
  )
  t.deepEqual(musts.map(line), ['MUST_HAVE SQL'])
})

test('a line in another language is judged only by rules and not by the classifier', async (t) => {
  t.deepEqual(stancesOf(['Abgeschlossene Ausbildung als Fachkraft für Lagerlogistik']), ['UNREAD'])
  t.deepEqual((await generate('Dein Profil\n- Gültiger Staplerschein')).map(line), ['MUST_HAVE Gültiger Staplerschein'])
})

test('the lines before and after a line affect how it is judged', (t) => {
  const [, among] = stancesOf(['Paid vacation and dental insurance', 'Fresh fruit', 'We offer discounts at our gym'])
  const [, below] = stancesOf(['Ability to lift crates', 'Fresh fruit', 'Knowledge of cold storage'])
  t.deepEqual([among, below], ['SURROUNDS', 'DOUBTFUL'])
})

test('names, tags and lists of adjectives are not split into criteria, and lost headings are found', async (t) => {
  const name = 'WorkNimble hires. Ask WorkNimble. Love WorkNimble.'
  const postings: [text: string, criteria: string[]][] = [
    [`Requirements\n- SQL\n\n${name}`, ['MUST_HAVE SQL']],
    ['Requirements\n- Docker #LI-Remote', ['MUST_HAVE Docker']],
    ['Requirements\n- Occasional, statewide, overnight travel', ['PREFERRED Occasional, statewide, overnight travel']],
    [
      'Requirements\n- Docker\nSome tasks may require a ladder',
      ['MUST_HAVE Docker', 'PREFERRED Some tasks may require a ladder'],
    ],
    [
      'You will pack orders with care Requirements: Docker and basic spelling Benefits: Dental plan',
      ['MUST_HAVE Docker and basic spelling', 'PREFERRED Able to pack orders with care'],
    ],
    ['Requirements\n- Docker\nSpecial Working Conditions And Characteristics', ['MUST_HAVE Docker']],
  ]
  for (const [text, expected] of postings) t.deepEqual((await generate(text)).map(line), expected, text)
})
