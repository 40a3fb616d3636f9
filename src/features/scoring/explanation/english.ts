import type { Words } from './words.ts'

export const english: Words = {
  title: 'How your application was evaluated',
  application: 'Application',
  job: 'Job',
  intro: [
    'A computer program compared your application with the criteria of this job. For each criterion, it looked for passages in your resume and in your answers.',
    '“Not found” means that the program found nothing about the criterion in your application. It does not mean that you do not meet it.',
  ],
  asked: 'What the job asks for, and what was found',
  verdicts: {
    MET: 'Found',
    PARTIAL: 'Partly found',
    NOT_MET: 'Not met according to your application',
    NO_EVIDENCE: 'Not found',
  },
  resume: 'Your resume',
  answer: (number) => `Your answer to question ${number}`,
  decided: 'A person decided this criterion.',
  confirmed: 'A person confirmed this result.',
  open: 'Your application has not been evaluated yet.',
  failed: 'The program could not evaluate your application. There is no result.',
  person: {
    heading: 'A person decides',
    text: 'This evaluation helps people to read applications. It decides nothing: a person at the company decides about your application.',
  },
  review: {
    heading: 'Ask for a review',
    text: (application) =>
      `You can ask for a person to check this evaluation, and explain how you see it. Contact the company to which you applied, and refer to application ${application}.`,
    requested: (date) => `You asked for a review on ${date}. It has not been answered yet.`,
  },
  score: {
    heading: 'How the score is calculated',
    value: (score) => `Your score is ${score} of 10.`,
    rule: 'A criterion that was found earns its full weight, and one that was partly found earns half of it. Any other criterion earns nothing.',
    capped: (score) => `A criterion that the job requires was not found. The score is therefore at most ${score}.`,
    importances: { MUST_HAVE: 'Required', PREFERRED: 'Preferred', NICE_TO_HAVE: 'An advantage' },
    weight: (weight, earned) => `weight ${weight}, earned ${earned}`,
  },
}
