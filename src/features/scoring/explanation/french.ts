import type { Words } from './words.ts'

export const french: Words = {
  title: 'Comment votre candidature a été évaluée',
  application: 'Candidature',
  job: 'Poste',
  intro: [
    'Un programme informatique a comparé votre candidature avec les critères de ce poste. Pour chaque critère, il a cherché des passages dans votre CV et dans vos réponses.',
    '« Non trouvé » signifie que le programme n’a rien trouvé sur ce critère dans votre candidature. Cela ne signifie pas que vous ne le remplissez pas.',
  ],
  asked: 'Ce que le poste demande et ce qui a été trouvé',
  verdicts: {
    MET: 'Trouvé',
    PARTIAL: 'Trouvé en partie',
    NOT_MET: 'Non rempli d’après votre candidature',
    NO_EVIDENCE: 'Non trouvé',
  },
  resume: 'Votre CV',
  answer: (number) => `Votre réponse à la question ${number}`,
  decided: 'Une personne a décidé de ce critère.',
  confirmed: 'Une personne a confirmé ce résultat.',
  open: 'Votre candidature n’a pas encore été évaluée.',
  failed: 'Le programme n’a pas pu évaluer votre candidature. Il n’y a pas de résultat.',
  person: {
    heading: 'C’est une personne qui décide',
    text: 'Cette évaluation est une aide à la lecture des candidatures. Elle ne décide de rien : une personne de l’entreprise décide de votre candidature.',
  },
  review: {
    heading: 'Demander un réexamen',
    text: (application) =>
      `Vous pouvez demander qu’une personne vérifie cette évaluation et donner votre point de vue. Adressez-vous à l’entreprise auprès de laquelle vous avez postulé, en indiquant la candidature ${application}.`,
    requested: (date) => `Vous avez demandé un réexamen le ${date}. Il n’a pas encore reçu de réponse.`,
  },
  score: {
    heading: 'Comment la note est calculée',
    value: (score) => `Votre note est de ${score} sur 10.`,
    rule: 'Un critère trouvé compte pour tout son poids, un critère trouvé en partie pour la moitié. Les autres critères ne comptent pas.',
    capped: (score) => `Un critère indispensable n’a pas été trouvé. La note ne peut donc pas dépasser ${score}.`,
    importances: { MUST_HAVE: 'Indispensable', PREFERRED: 'Souhaité', NICE_TO_HAVE: 'Un atout' },
    weight: (weight, earned) => `poids ${weight}, obtenu ${earned}`,
  },
}
