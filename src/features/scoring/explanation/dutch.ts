import type { Words } from './words.ts'

export const dutch: Words = {
  title: 'Hoe uw sollicitatie is beoordeeld',
  application: 'Sollicitatie',
  job: 'Vacature',
  intro: [
    'Een computerprogramma heeft uw sollicitatie vergeleken met de criteria van deze vacature. Voor elk criterium heeft het passages gezocht in uw cv en in uw antwoorden.',
    '‘Niet gevonden’ betekent dat het programma in uw sollicitatie niets over het criterium heeft gevonden. Het betekent niet dat u er niet aan voldoet.',
  ],
  asked: 'Wat de vacature vraagt en wat is gevonden',
  verdicts: {
    MET: 'Gevonden',
    PARTIAL: 'Gedeeltelijk gevonden',
    NOT_MET: 'Volgens uw sollicitatie niet voldaan',
    NO_EVIDENCE: 'Niet gevonden',
  },
  resume: 'Uw cv',
  answer: (number) => `Uw antwoord op vraag ${number}`,
  decided: 'Een mens heeft over dit criterium beslist.',
  confirmed: 'Een mens heeft dit resultaat bevestigd.',
  open: 'Uw sollicitatie is nog niet beoordeeld.',
  failed: 'Het programma kon uw sollicitatie niet beoordelen. Er is geen resultaat.',
  person: {
    heading: 'Een mens beslist',
    text: 'Deze beoordeling is een hulpmiddel bij het lezen van sollicitaties. Zij beslist niets: een mens bij het bedrijf beslist over uw sollicitatie.',
  },
  review: {
    heading: 'Om een herbeoordeling vragen',
    text: (application) =>
      `U kunt vragen of een mens deze beoordeling controleert, en u kunt uw kijk erop geven. Neem contact op met het bedrijf waar u hebt gesolliciteerd en vermeld sollicitatie ${application}.`,
    requested: (date) => `U hebt op ${date} om een herbeoordeling gevraagd. Daarop is nog geen antwoord gegeven.`,
  },
  score: {
    heading: 'Hoe de score wordt berekend',
    value: (score) => `Uw score is ${score} van de 10.`,
    rule: 'Een criterium dat is gevonden telt met het volle gewicht mee, een criterium dat gedeeltelijk is gevonden voor de helft. De andere criteria tellen niet mee.',
    capped: (score) =>
      `Een criterium dat voor de vacature onmisbaar is, is niet gevonden. Daarom is de score hoogstens ${score}.`,
    importances: { MUST_HAVE: 'Onmisbaar', PREFERRED: 'Gewenst', NICE_TO_HAVE: 'Een pluspunt' },
    weight: (weight, earned) => `gewicht ${weight}, behaald ${earned}`,
  },
}
