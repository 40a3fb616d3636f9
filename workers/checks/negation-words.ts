/** The words that express negation in English, German, French and Spanish, as patterns; `negation.ts` combines them. */

/** Whole words or phrases, in any case. */
function words(...alternatives: string[]): string {
  return String.raw`(?<![\p{L}\p{N}])(?:${alternatives.join('|')})(?![\p{L}\p{N}])`
}

/** Negate what is said about the subject: "I have never used X". */
const verbal = words(
  ...['not', 'never', 'cannot', String.raw`\p{L}+n['’]t`, 'neither', 'nor'],
  ...['nicht', 'nie', 'niemals', 'weder', 'pas', 'jamais', 'nunca', 'jamás', 'tampoco'],
)
/** Negate the thing that follows: "no X", "lack of X", "unfamiliar with X". */
const nominal = words(
  ...[String.raw`no(?=\s+\p{L})`, 'without', 'lack(?:s|ed|ing)?', 'unfamiliar', 'inexperienced', 'yet to'],
  'zero(?= (?:experience|knowledge))',
  String.raw`failed(?= (?:\S+ ){0,3}(?:exams?|examinations?|certifications?)\b)`,
  ...['kein(?:erlei|e[nmrs]?)?', 'ohne', 'mangelnde[nrs]?', 'fehl(?:t|en|ende[nrs]?)', 'unerfahren'],
  ...['aucune?', 'sans', 'manque', 'sin', 'ning[uú]n[ao]?', 'carezco', 'carece', 'falta', 'desconozco'],
)
export const negator = new RegExp(`${verbal}|${nominal}`, 'giu')
export const verbalNegator = new RegExp(`^${verbal}$`, 'iu')
/** Negate anywhere in a clause, not only at its beginning. */
export const lackingNegator = /^(?:un|in|lack|yet|fehl|manque|care|falta|desco)/iu

/** Phrases that contain a negator and negate nothing. */
export const harmlessPhrases = new RegExp(
  words(
    'no(?:t|r)? (?:less|fewer|later|more|longer)(?: than)?',
    'not (?:only|just|merely|simply|solely|least)',
    'not (?:limited|to mention)(?: to)?',
    ...['if not', 'or not', 'no (?:doubt|matter|problem|stranger)'],
    ...['nothing but', "can(?:['’]t|not) (?:wait|overstate)"],
    ...['without (?:a |any )?(?:doubt|question|fail|exception)', 'never (?:fail|failed|miss|missed|stop|stopped)'],
    ...['nicht (?:nur|weniger|zuletzt|zu vergessen|mehr)', 'ohne (?:Zweifel|Probleme)'],
    ...['kein Problem', 'keine Seltenheit'],
    ...['pas (?:seulement|uniquement|moins)', 'sans (?:aucun )?(?:doute|problème)', 'pas à pas', '(?:Comic|Open) Sans'],
    ...['no (?:s[oó]lo|solamente|únicamente|menos|obstante)', 'sin (?:duda|embargo|problemas?)'],
  ),
  'giu',
)

/** Stems of things whose absence is good, and of words that say that something is not needed. */
export const harms = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    ...['problem', 'issue', 'outage', 'incident', 'accident', 'complaint'],
    ...['failure', 'bug', 'delay', 'downtime', 'deadline'],
    ...['error', 'defect', 'loss', 'interruption', 'supervision'],
    ...['assistance', 'guidance', 'help', 'attrition', 'turnover'],
    ...['absence', 'gap', 'conviction', 'criminal', 'restriction'],
    ...['limitation', 'late', 'afraid', 'miss(?:ed)?', 'expired'],
    ...['require', 'needed', 'necessary', 'sponsor'],
    ...['Ausf[aä]ll', 'Fehler', 'Unf[aä]ll', 'Verzug', 'Hilfe', 'Anleitung', 'Vorstraf', 'benötig', 'erforderlich'],
    ...['panne', 'retard', 'erreur', 'aide', 'condamn', 'nécessaire', 'besoin'],
    ...['fallo', 'retraso', 'incidente', 'caída', 'ayuda', 'supervisión', 'antecedentes', 'necesit', 'necesari'],
  ].join('|')})`,
  'iu',
)

/** Other people who may lack a thing: "trained staff with no experience". */
export const others = new RegExp(
  words(
    ...['who', 'that', 'which', 'whose', 'users?', 'customers?'],
    ...['clients?', 'juniors?', 'staff', 'students?', 'people', 'teams?'],
    ...['colleagues', 'beginners', 'engineers', 'Kunden', 'Mitarbeiter', 'Nutzer', 'Anfänger'],
    ...['qui', 'débutants', 'clientes', 'usuarios'],
  ),
  'iu',
)

export const competence = new RegExp(
  words(
    ...['experience', 'expertise', 'knowledge', 'background', 'exposure'],
    ...['familiarity', 'proficiency', 'skills?', 'training'],
    ...['Erfahrung(?:en)?', 'Kenntnisse?', 'Wissen', 'expérience', 'connaissances?', 'compétences?', 'formation'],
    ...['experiencia', 'conocimientos?', 'formación'],
  ),
  'iu',
)

export const practice = new RegExp(
  words(
    ...['used?', 'using', 'work(?:ed)?', 'managed?', 'led', 'buil[dt]'],
    ...['had', 'have', 'been', 'known?', 'familiar', 'experienced'],
    ...['proficient', 'trained', 'certified', 'done', 'touched'],
    ...['seen', 'learn(?:ed|t)?', 'studied', 'written', 'programmed'],
    ...['developed', 'deployed', 'administered'],
    ...['benutzt', 'verwendet', 'genutzt', 'gearbeitet', 'eingesetzt', 'gelernt', 'vertraut', 'geleitet'],
    ...['utilisé', 'travaillé', 'appris', 'dirigé', 'usado', 'utilizado', 'trabajado', 'aprendido', 'dirigido'],
  ),
  'iu',
)

/** Matches text made only of words that carry a negation on to what follows: "with the", "de la". */
export const carrying = new RegExp(
  String.raw`^(?:${words(
    ...['a', 'an', 'the', 'any', 'in', 'of', 'with', 'to', 'for'],
    ...['on', 'at', 'about', 'and', 'or', 'nor', 'such', String.raw`e\.g\.`],
    ...['mit', 'von', 'zu', 'im', 'der', 'die', 'das', 'und', 'oder', 'noch'],
    ...['avec', 'en', 'de', 'du', 'des', 'la', 'le', 'les', 'et'],
    ...['ou', 'ni', "d['’]", 'con', 'el', 'los', 'las', 'y', 'o'],
  )}|[\s,:–-])*$`,
  'iu',
)

/** Words that introduce how something was done; a "no" or "without" before them does not reach past them. */
export const means = new RegExp(
  words('using', 'by', 'via', 'through', 'while', 'with', 'thanks', 'durch', 'mit', 'avec', 'par', 'con', 'mediante'),
  'iu',
)

/** A clause ends where a contrast or a second subject begins. */
const contrast = words(
  ...['but', 'however', 'although', 'though', 'instead', 'while'],
  ...['whereas', 'aber', 'sondern', 'jedoch', 'mais', 'cependant'],
  ...['pero', 'sino', '(?:and|und|et|y) (?:I|have|then|also|ich|habe|j|he)'],
)
/**
 * A heading that lost the line break before it: "no degreeSKILLSclass C license". Names such as MySQL have fewer
 * capitals.
 */
const gluedHeading = String.raw`(?-i:(?<=\p{Ll})(?=\p{Lu}{4}))`
/** The end of a sentence (but not the point of an abbreviation), the end of a line, a glued heading, or a contrast. */
const clauseEnd = String.raw`${gluedHeading}|(?<!(?:e\.g|i\.e|z\.\s?B|p\.\s?ex|p\.\s?ej))\.(?=\s|$)|[;!?•·▪|\n]|${contrast}`
export const clauseEnds = new RegExp(clauseEnd, 'giu')
export const clauseEndsAfter = new RegExp(
  `${clauseEnd}|,|${words('and', 'und', 'et', 'y', 'when', 'where', 'because', 'since', 'so')}`,
  'iu',
)

/** A stretch that ends its sentence; the text after it is about something else. */
export const sentenceEnd = /[.;!?]\s*$/u

const refusals = String.raw`none|no|never|nope|nil|n\/a|nein|keine?|nie|non|aucune?|jamais|ningun[ao]|nunca`
/** A bare no: a whole answer, or all that follows, as in "Kubernetes: none". */
export const refusal = new RegExp(String.raw`^[\s:(–—-]*(?:${refusals})[\s).!]*$`, 'iu')
/** A question claims nothing. A question mark after a space is a bullet that lost its encoding. */
export const question = /^(?:[^.!?\n]*[\p{L}\p{N})"”])?\?/u
/** "Docker, Kubernetes or …": only a negated list, or one of alternatives, ends in an "or". */
export const alternatives = /^\s*(?:\S+\s+){1,3}(?:or|nor|oder|noch|ou|o|ni)\s*$/iu
/** A line that begins with a denial begins a sentence, however full the line before it is. */
export const openingNegator = /^\s*(?:No|Not|Never|Without|Keine?|Nicht|Aucune?|Sans|Sin)\s/u
/** The end of a line that continues in the next. */
export const openLineEnd = /(?:[,:]|\s(?:with|in|of|used|using|the|any|a|mit|von|zu|avec|en|de|du|con)),?\s*$/iu

/**
 * A quick test: every passage that the other patterns may match as denied contains one of these; most passages contain
 * none.
 */
export const anyDenial = new RegExp(
  [...[verbal, nominal].map((pattern) => pattern.replaceAll(' ', String.raw`\s+`)), words(refusals), '[?]'].join('|'),
  'giu',
)
