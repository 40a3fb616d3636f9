/** Postings in the manners of hospitals, warehouses, shops, public services and other countries. */
import test from 'ava'
import { generate, line } from '../../../support/samples/generated-criteria.ts'

test('what surrounds the requirements becomes no criterion', async (t) => {
  const postings: [text: string, criteria: string[]][] = [
    ['Requirements\n- Excel\nConditions\nContrat : CDI\nPostulez en ligne', ['MUST_HAVE Excel']],
    [
      'Person specification\nKnowledge of water policy\nBehaviours\nDelivering at Pace',
      ['MUST_HAVE Knowledge of water policy'],
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

test('what one will do is a duty, and at most PREFERRED', async (t) => {
  const criteria = await generate(
    'What you will do in this role:\n- You will administer medications\nRequirements\n- Must have a BSN',
  )
  t.deepEqual(criteria.map(line), ['MUST_HAVE BSN', 'PREFERRED Able to administer medications'])
})
