/** How the embedded engine reads resumes and criteria in German, French and Spanish. */
import test from 'ava'
import { linesOf, otherLanguages } from '../../../../workers/language/words.ts'
import { stem, tokensOf } from '../../../../workers/language/tokens.ts'
import { draftOne, promise } from './drafting.ts'

promise('a degree is recognised by its name in the language of the resume', [
  ['Abgeschlossenes Studium der Informatik', 'Master Informatik, TU München', 'MET'],
  ['Abgeschlossenes Studium der Informatik', 'Realschulabschluss, 2009', 'NOT_MET'],
  ['Abgeschlossenes Studium der Informatik', 'Bachelor Romanistik, 2012', 'PARTIAL'],
  ['Diplôme en comptabilité (DCG ou équivalent)', 'DCG, lycée Livet, 2018', 'MET'],
  ['Diplôme en comptabilité (DCG ou équivalent)', 'CAP cuisine, 2018', 'NOT_MET'],
  ['Grado en Enfermería', 'Graduada en Enfermería, Universidad de Oviedo, 2016', 'MET'],
  ['Grado en Enfermería', 'Bachillerato, 2014', 'NOT_MET'],
])

promise('leading people is recognised by the words for it in the language of the resume', [
  ['Führungserfahrung', 'Leitung eines Teams von sechs Entwicklern', 'MET'],
  ['Führungserfahrung', 'Verlegen von Leitungen und Rohren', 'NO_EVIDENCE'],
  ["Encadrement d'une équipe", 'Responsable de deux assistants comptables', 'MET'],
  ["Encadrement d'une équipe", "Membre d'une équipe de vendeurs", 'NO_EVIDENCE'],
  ['Gestión de equipos', 'Equipo de tres administrativos a mi cargo', 'MET'],
])

promise('a licence that the resume names earns credit', [
  ['Führerschein Klasse B', 'Führerschein Klassen B und BE', 'MET'],
  ['Permis B', 'Langues : français, anglais', 'NO_EVIDENCE'],
  ['Colegiación en vigor', 'Colegiada n.º [ID], en activo', 'MET'],
])

promise('levels of a language are compared across languages', [
  ['Fließende Englischkenntnisse', 'Englisch: C1', 'MET'],
  ['Anglais courant', 'Langues : anglais (notions)', 'NOT_MET'],
  ['Inglés fluido', 'Idiomas: inglés intermedio', 'PARTIAL'],
  ['Fluent German', 'Sprachen: Deutsch (Muttersprache)', 'MET'],
])

promise('a word in another language is evidence for the English word, even inside a compound', [
  ['Warehouse logistics', 'Fachkraft, seit acht Jahren in der Lagerlogistik', 'MET'],
  ['Erfahrung mit Kundenbetreuung', 'Betreute Kunden im Innendienst', 'MET'],
])

test('a reason is in the language of its criterion', async (t) => {
  const { reason } = await draftOne('Abgeschlossenes Studium der Informatik', 'Master Informatik, TU München')
  t.is(reason, 'Hat einen Masterabschluss im geforderten Fach.')
})

test('an English word keeps its own stem, even if another language has a word with the same spelling', (t) => {
  const words = ['personal', 'commercial', 'ventilated', 'stage', 'former', 'college', 'brand', 'red', 'brief']
  t.deepEqual(words.map(stem), ['person', 'commerci', 'ventil', 'stage', 'former', 'colleg', 'brand', 'red', 'brief'])
})

test('a compound of known words is split, and other long words are not', (t) => {
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

test('the basic lists of words exist in every language', (t) => {
  for (const language of otherLanguages)
    for (const kind of ['function', 'filler', 'generic', 'people', 'credential', 'level 1', 'level 6', 'meaning'])
      t.true(linesOf(kind, [language]).length > 0, `${language}: ${kind}`)
})
