/** Which documents are in a language that the built-in engine does not cover. */
import test from 'ava'
import { uncoveredLanguageOf } from '../../../workers/language/detection.ts'
import { labelledJobs, setLanguages } from '../../tools/eval/labelled-set.ts'

const italian = `Esperienza lavorativa
Responsabile di magazzino presso Logistica Adriatica, Ancona, dal 2016 a oggi
Gestione di una squadra di dodici addetti, turni settimanali e inventario annuale
Controllo delle merci in arrivo e delle spedizioni verso i punti vendita
Istruzione: diploma di perito commerciale, 2010`
const portuguese = `Experiência profissional
Enfermeira na unidade de cuidados intensivos do Hospital da Ribeira, Porto, desde 2015 até hoje
Prestação de cuidados a doentes ventilados, administração de medicação e registo clínico
Formação de novos colegas e coordenação de turno
Licenciatura em Enfermagem, 2014`
const dutch = `Werkervaring
Magazijnmedewerker bij een groothandel in Utrecht, van 2017 tot heden
Verantwoordelijk voor het laden en lossen van vrachtwagens en het bijhouden van de voorraad
Leidinggeven aan een ploeg van vier collega's
Opleiding: MBO logistiek, 2016`
const russian = `Опыт работы
Медицинская сестра отделения реанимации, городская больница, с 2015 года по настоящее время
Уход за пациентами на искусственной вентиляции лёгких, введение лекарств, ведение документации
Обучение новых сотрудников и составление графика дежурств
Образование: медицинский колледж, сестринское дело, 2014`

test('a document in a language other than English, German, French and Spanish is not covered', async (t) => {
  const found = await Promise.all([italian, portuguese, dutch, russian].map(uncoveredLanguageOf))
  t.deepEqual(found, ['it', 'pt', 'nl', 'ru'])
})

test('short text, a list of tools and a document in two languages are never mistaken for another language', async (t) => {
  const tools =
    'Java, Kotlin, Spring Boot, Docker, Kubernetes, PostgreSQL, Kafka, Jenkins, Terraform, Ansible, Grafana, '
  const english =
    'Nurse in the intensive care unit of a city hospital since 2015, with night shifts and every other weekend. '
  const texts = ['Mario Rossi, cameriere, Roma', italian.slice(0, 120), tools.repeat(3), english.repeat(3) + italian]
  t.deepEqual(await Promise.all(texts.map(uncoveredLanguageOf)), [null, null, null, null])
})

test('no labelled resume or list of criteria in a covered language is mistaken for an uncovered one', async (t) => {
  const halves = ['tuned', 'unseen'] as const
  const others = setLanguages.flatMap((language) => halves.map((half) => `languages/${language}/${half}` as const))
  for (const set of [...halves, ...others]) {
    for (const { name, criteria, resumes } of labelledJobs(set)) {
      const texts = [criteria.map(({ text }) => text).join('\n'), ...resumes.map(({ text }) => text)]
      for (const [at, text] of texts.entries()) t.is(await uncoveredLanguageOf(text), null, `${name} ${at}`)
    }
  }
})
