/**
 * The reasons that we write ourselves, where an engine's is missing or wrong, in the language of the criterion.
 *
 * A recruiter reads them: none may say that something is absent where only a quote of the engine failed.
 */
import { languageOf, type Language } from '../language/detection.ts'
import type { Verdict } from '../tasks.ts'

/** A verdict whose reason cannot be shown; or why a verdict was refused: see `QUOTE_NOT_VERIFIED` in the contract. */
export type PlainReason = Verdict | 'UNVERIFIED' | 'UNQUOTED' | 'UNSPECIFIC'

const sentences: Record<Language, Record<PlainReason, string>> = {
  en: {
    MET: 'The quoted passages show it.',
    PARTIAL: 'The quoted passages show a part of it.',
    NOT_MET: 'The quoted passages speak against it.',
    NO_EVIDENCE: 'No passage of the resume or the answers shows it.',
    UNVERIFIED: "The model's quote could not be verified in the resume.",
    UNQUOTED: 'The model quoted no passage for its verdict, so this is undecided.',
    UNSPECIFIC: 'The passage that the model quoted does not show this.',
  },
  de: {
    MET: 'Die zitierten Stellen zeigen es.',
    PARTIAL: 'Die zitierten Stellen zeigen einen Teil davon.',
    NOT_MET: 'Die zitierten Stellen sprechen dagegen.',
    NO_EVIDENCE: 'Keine Stelle des Lebenslaufs oder der Antworten zeigt es.',
    UNVERIFIED: 'Das Zitat des Modells ließ sich im Lebenslauf nicht nachweisen.',
    UNQUOTED: 'Das Modell hat für sein Urteil keine Stelle zitiert, daher ist dies offen.',
    UNSPECIFIC: 'Die vom Modell zitierte Stelle zeigt dies nicht.',
  },
  fr: {
    MET: 'Les passages cités le montrent.',
    PARTIAL: 'Les passages cités le montrent en partie.',
    NOT_MET: 'Les passages cités indiquent le contraire.',
    NO_EVIDENCE: 'Aucun passage du CV ou des réponses ne le montre.',
    UNVERIFIED: 'La citation du modèle n’a pas pu être vérifiée dans le CV.',
    UNQUOTED: 'Le modèle n’a cité aucun passage pour son verdict ; ce point reste ouvert.',
    UNSPECIFIC: 'Le passage cité par le modèle ne le montre pas.',
  },
  es: {
    MET: 'Los pasajes citados lo muestran.',
    PARTIAL: 'Los pasajes citados lo muestran en parte.',
    NOT_MET: 'Los pasajes citados indican lo contrario.',
    NO_EVIDENCE: 'Ningún pasaje del currículum ni de las respuestas lo muestra.',
    UNVERIFIED: 'La cita del modelo no se pudo verificar en el currículum.',
    UNQUOTED: 'El modelo no citó ningún pasaje para su veredicto, por lo que queda sin decidir.',
    UNSPECIFIC: 'El pasaje que citó el modelo no lo muestra.',
  },
  pt: {
    MET: 'Os trechos citados mostram isso.',
    PARTIAL: 'Os trechos citados mostram isso em parte.',
    NOT_MET: 'Os trechos citados indicam o contrário.',
    NO_EVIDENCE: 'Nenhum trecho do currículo ou das respostas mostra isso.',
    UNVERIFIED: 'A citação do modelo não pôde ser verificada no currículo.',
    UNQUOTED: 'O modelo não citou nenhum trecho para o seu veredito, portanto isso fica em aberto.',
    UNSPECIFIC: 'O trecho citado pelo modelo não mostra isso.',
  },
  nl: {
    MET: 'De geciteerde passages tonen het aan.',
    PARTIAL: 'De geciteerde passages tonen een deel ervan aan.',
    NOT_MET: 'De geciteerde passages wijzen op het tegendeel.',
    NO_EVIDENCE: 'Geen passage van het cv of de antwoorden toont het aan.',
    UNVERIFIED: 'Het citaat van het model kon niet in het cv worden teruggevonden.',
    UNQUOTED: 'Het model citeerde geen passage voor zijn oordeel, dus dit blijft open.',
    UNSPECIFIC: 'De passage die het model citeerde, toont dit niet aan.',
  },
}

/**
 * Words reasons for criteria of one job.
 *
 * @returns the sentence for a criterion's text, in its language
 */
export async function plainReasonsFor(criteria: string[]): Promise<(criterion: string, reason: PlainReason) => string> {
  const language = await languageOf(criteria)
  return (criterion, reason) => sentences[language(criterion)][reason]
}
