import type { Words } from './words.ts'

export const portuguese: Words = {
  title: 'Como a sua candidatura foi avaliada',
  application: 'Candidatura',
  job: 'Vaga',
  intro: [
    'Um programa de computador comparou a sua candidatura com os critérios desta vaga. Para cada critério, procurou trechos no seu currículo e nas suas respostas.',
    '“Não encontrado” significa que o programa não encontrou nada sobre o critério na sua candidatura. Não significa que o critério não seja cumprido.',
  ],
  asked: 'O que a vaga pede e o que foi encontrado',
  verdicts: {
    MET: 'Encontrado',
    PARTIAL: 'Encontrado em parte',
    NOT_MET: 'Não cumprido, de acordo com a sua candidatura',
    NO_EVIDENCE: 'Não encontrado',
  },
  resume: 'O seu currículo',
  answer: (number) => `A sua resposta à pergunta ${number}`,
  decided: 'Uma pessoa decidiu sobre este critério.',
  confirmed: 'Uma pessoa confirmou este resultado.',
  open: 'A sua candidatura ainda não foi avaliada.',
  failed: 'O programa não conseguiu avaliar a sua candidatura. Não há resultado.',
  person: {
    heading: 'Quem decide é uma pessoa',
    text: 'Esta avaliação é uma ajuda para ler candidaturas. Ela não decide nada: quem decide sobre a sua candidatura é uma pessoa da empresa.',
  },
  review: {
    heading: 'Pedir uma revisão',
    text: (application) =>
      `É possível pedir que uma pessoa verifique esta avaliação e apresentar o seu ponto de vista. Entre em contato com a empresa à qual se candidatou e indique a candidatura ${application}.`,
    requested: (date) => `A sua revisão foi pedida em ${date}. Ainda não foi respondida.`,
  },
  score: {
    heading: 'Como a pontuação é calculada',
    value: (score) => `A sua pontuação é ${score} de 10.`,
    rule: 'Um critério encontrado conta com todo o seu peso e um encontrado em parte conta com metade. Os outros critérios não contam.',
    capped: (score) =>
      `Um critério indispensável não foi encontrado. Por isso, a pontuação não pode passar de ${score}.`,
    importances: { MUST_HAVE: 'Indispensável', PREFERRED: 'Desejável', NICE_TO_HAVE: 'Um diferencial' },
    weight: (weight, earned) => `peso ${weight}, obtido ${earned}`,
  },
}
