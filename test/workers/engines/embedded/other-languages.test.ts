/** How the embedded engine reads resumes and criteria in German, French and Spanish. */
import test from 'ava'
import { linesOf, otherLanguages } from '../../../../workers/language/words.ts'
import { stem, tokensOf } from '../../../../workers/language/tokens.ts'
import { draftOne, promise } from './drafting.ts'

promise('a degree is known by its name in the language of the resume', [
  ['Abgeschlossenes Studium der Informatik', 'Master Informatik, TU München', 'MET'],
  ['Abgeschlossenes Studium der Informatik', 'Realschulabschluss, 2009', 'NOT_MET'],
  ['Abgeschlossenes Studium der Informatik', 'Bachelor Romanistik, 2012', 'PARTIAL'],
  ['Diplôme en comptabilité (DCG ou équivalent)', 'DCG, lycée Livet, 2018', 'MET'],
  ['Diplôme en comptabilité (DCG ou équivalent)', 'CAP cuisine, 2018', 'NOT_MET'],
  ['Grado en Enfermería', 'Graduada en Enfermería, Universidad de Oviedo, 2016', 'MET'],
  ['Grado en Enfermería', 'Bachillerato, 2014', 'NOT_MET'],
])

promise("leading people is recognised by the words for it in the resume's language", [
  ['Führungserfahrung', 'Leitung eines Teams von sechs Entwicklern', 'MET'],
  ['Führungserfahrung', 'Verlegen von Leitungen und Rohren', 'NO_EVIDENCE'],
  ["Encadrement d'une équipe", 'Responsable de deux assistants comptables', 'MET'],
  ["Encadrement d'une équipe", "Membre d'une équipe de vendeurs", 'NO_EVIDENCE'],
  ['Gestión de equipos', 'Equipo de tres administrativos a mi cargo', 'MET'],
])

promise('a licence is held where a resume names it', [
  ['Führerschein Klasse B', 'Führerschein Klassen B und BE', 'MET'],
  ['Permis B', 'Langues : français, anglais', 'NO_EVIDENCE'],
  ['Colegiación en vigor', 'Colegiada n.º [ID], en activo', 'MET'],
])

promise('the level of a language compares across languages', [
  ['Fließende Englischkenntnisse', 'Englisch: C1', 'MET'],
  ['Anglais courant', 'Langues : anglais (notions)', 'NOT_MET'],
  ['Inglés fluido', 'Idiomas: inglés intermedio', 'PARTIAL'],
  ['Fluent German', 'Sprachen: Deutsch (Muttersprache)', 'MET'],
])

promise('a word of another language is evidence for the English one, in a compound too', [
  ['Warehouse logistics', 'Fachkraft, seit acht Jahren in der Lagerlogistik', 'MET'],
  ['Erfahrung mit Kundenbetreuung', 'Betreute Kunden im Innendienst', 'MET'],
])

test('a reason is in the language of its criterion', async (t) => {
  const { reason } = await draftOne('Abgeschlossenes Studium der Informatik', 'Master Informatik, TU München')
  t.is(reason, 'Hat einen Masterabschluss im geforderten Fach.')
})

test('an English word keeps its own stem where another language has a word of the same letters', (t) => {
  const words = ['personal', 'commercial', 'ventilated', 'stage', 'former', 'college', 'brand', 'red', 'brief']
  t.deepEqual(words.map(stem), ['person', 'commerci', 'ventil', 'stage', 'former', 'colleg', 'brand', 'red', 'brief'])
})

test('a long word without known parts stays one word', (t) => {
  const texts = tokensOf('JavaScript Stuttgart Straßenbahn Zuverlässigkeit').map(({ text }) => text)
  t.deepEqual(texts, ['javascript', 'stuttgart', 'strassenbahn', 'zuverlassigkeit'])
  t.deepEqual(
    tokensOf('Lagerlogistik').map(({ text, start, end }) => [text, start, end]),
    [
      ['lager', 0, 13],
      ['logistik', 0, 13],
    ],
  )
})

test('each list of words is in every language', (t) => {
  for (const language of otherLanguages)
    for (const kind of [
      'function',
      'filler',
      'generic',
      'leading',
      'people',
      'credential',
      'level 1',
      'level 6',
      'meaning',
    ])
      t.true(linesOf(kind, [language]).length > 0, `${language}: ${kind}`)
})
