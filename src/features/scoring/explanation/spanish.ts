import type { Words } from './words.ts'

export const spanish: Words = {
  title: 'Cómo se ha evaluado su candidatura',
  application: 'Candidatura',
  job: 'Puesto',
  intro: [
    'Un programa informático ha comparado su candidatura con los criterios de este puesto. Para cada criterio ha buscado pasajes en su currículum y en sus respuestas.',
    '«No encontrado» significa que el programa no ha encontrado nada sobre el criterio en su candidatura. No significa que usted no lo cumpla.',
  ],
  asked: 'Qué pide el puesto y qué se ha encontrado',
  verdicts: {
    MET: 'Encontrado',
    PARTIAL: 'Encontrado en parte',
    NOT_MET: 'No se cumple según su candidatura',
    NO_EVIDENCE: 'No encontrado',
  },
  resume: 'Su currículum',
  answer: (number) => `Su respuesta a la pregunta ${number}`,
  decided: 'Una persona ha decidido sobre este criterio.',
  confirmed: 'Una persona ha confirmado este resultado.',
  open: 'Su candidatura todavía no se ha evaluado.',
  failed: 'El programa no ha podido evaluar su candidatura. No hay resultado.',
  person: {
    heading: 'Decide una persona',
    text: 'Esta evaluación es una ayuda para leer candidaturas. No decide nada: sobre su candidatura decide una persona de la empresa.',
  },
  review: {
    heading: 'Pedir una revisión',
    text: (application) =>
      `Puede pedir que una persona revise esta evaluación y exponer su punto de vista. Diríjase a la empresa a la que presentó su candidatura e indique la candidatura ${application}.`,
    requested: (date) => `Usted pidió una revisión el ${date}. Todavía no se ha respondido.`,
  },
  score: {
    heading: 'Cómo se calcula la puntuación',
    value: (score) => `Su puntuación es ${score} sobre 10.`,
    rule: 'Un criterio encontrado suma todo su peso y uno encontrado en parte suma la mitad. Los demás criterios no suman nada.',
    capped: (score) =>
      `No se ha encontrado un criterio imprescindible. Por eso la puntuación no puede ser superior a ${score}.`,
    importances: { MUST_HAVE: 'Imprescindible', PREFERRED: 'Deseable', NICE_TO_HAVE: 'Valorable' },
    weight: (weight, earned) => `peso ${weight}, obtenido ${earned}`,
  },
}
