/**
 * Phrases that give instructions to a machine that reads resumes.
 *
 * Each phrase addresses a machine, or mentions a prompt or a grade to give, so that a resume that only describes work
 * with prompts is rarely flagged. A flag does not change a score.
 */
import { readingsOf } from './disguises.ts'

const machine = '(?:ai|llm|gpt|chatbot|(?:large )?language model|ats|automated (?:screener|reviewer|system))s?'
const former = '(?:all|any|every|each|the|of|your|my|these|those|previous|prior|above|earlier|preceding|existing)'
const orders = '(?:instructions?|prompts?|rules|directions|directives|guidelines|criteria|commands)'
const person = '(?:candidate|applicant|resume|cv|profile|application)'
const rate = '(?:give|assign|award|grant|rate|score|rank|mark|grade)'
const whom = `(?:(?:this|the|me|my|him|her|them|it|an?) )?(?:${person} )?`
const full = '(?:full|maximum|highest|perfect|top) (?:possible )?(?:score|marks|rating|points)'
/** Words after "100 %" in ordinary sentences: "and give 100% delivery to the client". */
const given = '(?:accura|attend|attention|commit|dedicat|deliver|effort|focus|quality|result|satisf|service|support)'
const fullMarks = `(?:10 ?(?:/|out of) ?10|100 ?(?:/|out of) ?100|100 ?%(?! ?${given})|${full})`
const chosen = '(?:hired|selected|shortlisted|recommended|accepted|scored|rated|ranked|given|treated|considered)'
const criteria = '(?:all|every|each) (?:of the )?(?:criteri(?:a|on)|requirements?)'
const secrecy = "(?:do not|don['’]t|never) (?:mention|reveal|disclose|follow|repeat)"
const german = '(?:ignoriere?|ignorieren sie|vergiss|vergessen sie) (?:bitte )?(?:alle )?'
const romance = '(?:ignore[zr]?|oublie[zr]?|ignora|olvida|ignorare|dimentica) (?:(?:toutes|todas|tutte) )?'

/** A space matches any white space. Every quantifier is bounded, so that matching takes linear time. */
export const injectionPhrases = [
  `\\b(?:ignore|disregard|forget|override|bypass) (?:${former} ){1,5}(?:system )?${orders}\\b`,
  `\\byou are (?:now )?(?:an?|the|my) (?:\\w+ ){0,3}(?:${machine}|assistant|screening (?:system|tool|bot))\\b`,
  `\\b(?:if you are|attention|note to|message (?:to|for)|dear)[,:]? ?(?:(?:an?|the|any|all) )?(?:\\w+ )?${machine}\\b`,
  `\\bas an? (?:ai )?${machine}(?: (?:model|assistant|screener|reviewer|recruiter))?,? (?:you|your)\\b`,
  `\\b${rate} ${whom}(?:(?:with|as|at|to|an?|the|of|score|rating) ){0,4}${fullMarks}`,
  `\\b(?:this|the) (?:candidate|applicant) (?:must|should|shall|has to) (?:be (?:\\w+ )?${chosen}|receive)\\b`,
  `\\b(?:mark|treat|consider|rate|set|report) ${criteria} (?:as|to) \\W?(?:met|satisfied|fulfilled|true|passed)\\b`,
  '\\b(?:respond|reply|answer|output) (?:only )?(?:with|by) (?:only )?(?:(?:the|an?) )?(?:["“{]|json|score|verdict)',
  `\\b${secrecy} (?:this|these|the|your|any) (?:\\w+ )?(?:${orders}|message|text|note)\\b`,
  '\\b(?:new|updated|hidden|secret|real) (?:system )?(?:instructions?|prompt) ?:',
  '</?(?:system|assistant|instructions?|prompt)>|<\\|(?:im_start|im_end|system|user|assistant)\\|>|\\[/?INST\\]',
  `\\b${german}(?:(?:vorherigen|vorigen|bisherigen|obigen) )?(?:anweisungen|instruktionen|vorgaben)\\b`,
  `\\b${romance}(?:les|las|le|tes|tus|vos|sus) (?:\\w+ )?(?:instructions|consignes|instrucciones|istruzioni)\\b`,
].map((sentence) => new RegExp(sentence.replaceAll(' ?', '\\s?').replaceAll(' ', '\\s+'), 'i'))

/** Returns whether a text contains a phrase that instructs a model, disguised or not. */
export function hasInjectionPhrase(text: string): boolean {
  return readingsOf(text).some((reading) => injectionPhrases.some((phrase) => phrase.test(reading)))
}
