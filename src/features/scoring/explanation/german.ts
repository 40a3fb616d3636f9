import type { Words } from './words.ts'

export const german: Words = {
  title: 'So wurde Ihre Bewerbung ausgewertet',
  application: 'Bewerbung',
  job: 'Stelle',
  intro: [
    'Ein Computerprogramm hat Ihre Bewerbung mit den Kriterien dieser Stelle verglichen. Zu jedem Kriterium hat es nach passenden Stellen in Ihrem Lebenslauf und in Ihren Antworten gesucht.',
    '„Nicht gefunden“ bedeutet, dass das Programm in Ihrer Bewerbung nichts zu diesem Kriterium gefunden hat. Es bedeutet nicht, dass Sie es nicht erfüllen.',
  ],
  asked: 'Was die Stelle verlangt und was gefunden wurde',
  verdicts: {
    MET: 'Gefunden',
    PARTIAL: 'Teilweise gefunden',
    NOT_MET: 'Laut Ihrer Bewerbung nicht erfüllt',
    NO_EVIDENCE: 'Nicht gefunden',
  },
  resume: 'Ihr Lebenslauf',
  answer: (number) => `Ihre Antwort auf Frage ${number}`,
  decided: 'Über dieses Kriterium hat ein Mensch entschieden.',
  confirmed: 'Ein Mensch hat dieses Ergebnis bestätigt.',
  open: 'Ihre Bewerbung wurde noch nicht ausgewertet.',
  failed: 'Das Programm konnte Ihre Bewerbung nicht auswerten. Es gibt kein Ergebnis.',
  person: {
    heading: 'Ein Mensch entscheidet',
    text: 'Diese Auswertung ist eine Hilfe beim Lesen von Bewerbungen. Sie entscheidet nichts: Über Ihre Bewerbung entscheidet ein Mensch im Unternehmen.',
  },
  review: {
    heading: 'Eine Überprüfung verlangen',
    text: (application) =>
      `Sie können verlangen, dass ein Mensch diese Auswertung überprüft, und Ihre Sicht darlegen. Wenden Sie sich an das Unternehmen, bei dem Sie sich beworben haben, und nennen Sie die Bewerbung ${application}.`,
    requested: (date) => `Sie haben am ${date} eine Überprüfung verlangt. Sie ist noch nicht beantwortet.`,
  },
  score: {
    heading: 'Wie die Punktzahl berechnet wird',
    value: (score) => `Ihre Punktzahl ist ${score} von 10.`,
    rule: 'Ein gefundenes Kriterium zählt mit seinem vollen Gewicht, ein teilweise gefundenes mit der Hälfte. Jedes andere zählt nichts.',
    capped: (score) =>
      `Ein Kriterium, das für die Stelle unverzichtbar ist, wurde nicht gefunden. Deshalb beträgt die Punktzahl höchstens ${score}.`,
    importances: { MUST_HAVE: 'Unverzichtbar', PREFERRED: 'Erwünscht', NICE_TO_HAVE: 'Von Vorteil' },
    weight: (weight, earned) => `Gewicht ${weight}, angerechnet ${earned}`,
  },
}
