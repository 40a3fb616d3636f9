/**
 * Detects preferences that must not affect a score: legally protected characteristics, properties that no resume can
 * show, and facts that must be confirmed with the candidate and say nothing about merit.
 *
 * Pass one statement at a time; the running time is linear in its length. An ambiguous statement is treated as an
 * ordinary requirement: "young children" and "photo editing" may describe work.
 */
import type { CriterionWarningCode } from '../../generated/types.gen.ts'

/**
 * `PROTECTED`: age, gender, family, origin, religion, mother tongue, looks. `UNVERIFIABLE`: properties that no
 * application can show. `FACT_TO_CONFIRM`: a legal minimum age, a work permit, and what a candidate must be willing to
 * do: shifts, travel, relocation.
 */
export type Wish = CriterionWarningCode

const anyOf = (...patterns: string[]): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${patterns.join('|')})(?![\p{L}\p{N}])`, 'iu')

const years = String.raw`(?:years?|jahren?|ans|años)`
const tongues = 'english|german|french|spanish|italian|dutch|chinese|japanese|american|british'
const faiths = 'christian|catholic|protestant|muslim|jewish|hindu|buddhist|religious'
const photo = '(?:photo(?:graph|s)?|head ?shot|selfie|bewerbungsfoto|lichtbild|passfoto)'

const protectedWish = anyOf(
  // age
  String.raw`age[ds]? (?:of |between |from )?\d\d ?(?:and|to|[-–]) ?\d\d`,
  String.raw`between (?:the )?(?:ages? of )?\d\d and \d\d(?: ${years} (?:old|of age)|(?=\s*(?:$|[.,;])))`,
  String.raw`(?:under|below|over|above|younger than|no older than|not older than|maximum age(?: of)?) (?:the age of )?\d\d(?: ${years} (?:old|of age)|(?=\s*(?:$|[.;]|,(?!\d))))`,
  String.raw`(?:alter|age): .{0,12}\d\d|(?:maximal|höchstens) \d\d jahre`,
  'maximum age|age limit|höchstalter|altersgrenze',
  String.raw`(?:be|are) (?:aged )?\d\d ?[-–] ?\d\d(?: ${years})?(?: old|(?=\s*[.,;]))|\d\d ?[-–] ?\d\d[- ]year[- ]olds only`,
  'young (?:at heart|person|people only|candidates?|applicants?|talents?|(?:and|,) (?:dynamic|energetic|hungry))',
  'digital natives?|youthful|recent graduates only|mature (?:wom[ae]n|m[ae]n|lady|person)',
  // gender
  '(?:fe)?males? (?:only|preferred|candidates?|applicants?)|(?:wom[ae]n|m[ae]n|lad(?:y|ies)|girls?|boys?) (?:only|preferred|welcome)',
  String.raw`(?:an?|be|only|must be) (?:\p{L}+ )?(?:woman|man|female|male|lady|gentleman|girl|boy)`,
  // family
  'married|unmarried|marital status|family (?:status|planning)|pregnan(?:t|cy)|without (?:children|kids)|no (?:children|kids)',
  '(?:children|kids) of (?:her|his|their|your) own|childless|familienstand|verheiratet|schwanger',
  // origin and mother tongue
  `(?<!near[- ])native[- ](?:${tongues}|speakers?|level speaker)|native (?:\\p{L}+ )speakers?|(?:${tongues}) natives?`,
  `(?<!near[- ])native[- ](?:level|fluency|proficiency|command)|(?:${tongues}) \\(native\\)`,
  'mother tongue|muttersprach\\p{L}*|langue maternelle|lengua materna|without (?:an )?accents?|accent[- ]free',
  'nationality|nacionalidad|nationalité|staatsangehörigkeit|ethnic(?:ity)? (?:background|origin)|(?:born|raised) in \\p{L}+|local(?:s)? only',
  // religion, looks, health
  `(?:an?|be|practi[cs]ing|committed|active) (?:${faiths})(?! (?:school|hospital|studies|history))`,
  'church membership|member of (?:a|the|our) church|(?:your|our|same|shared?) (?:religion|religious beliefs?|faith)',
  `${photo} (?:on|with|of (?:you|yourself)|in) (?:your|the|an?)|(?:include|attach|send|enclose|upload|mit|with)(?: an?| your| a recent)? ${photo}`,
  `(?:recent |current )?${photo} (?:is )?(?:required|requested|attached)`,
  '(?:be|physically) attractive|attractive (?:appearance|looks?|person)|good[- ]looking|no disabilit(?:y|ies)|able[- ]bodied',
)

const unverifiable = anyOf(
  'cultur(?:e|al)[- ](?:fit|add|match)|fits? (?:in|into|with) (?:our|the) (?:culture|team)|good fit for (?:our|the) (?:culture|team)',
  String.raw`(?:young|junges?|jungen|jeune)(?:,? (?:and |und )?\p{L}+(?: \p{L}+)?)?,? (?:team|équipe|teams)`,
  'sense of humou?r|thick skin|good vibes|love people|people person|freude am beruf|rock ?stars?|ninjas?|gute laune',
)

const age = '(?:1[4-9]|2[0-5])' // minimum ages set by laws or insurers

const willing =
  '(?:willing(?:ness)?|able|ability|prepared|ready|open|available|availability|flexib(?:le|ility)|required|must|can)'
const hours = '(?:(?:night |day |late |any )?shifts?|weekends?|nights|evenings?|(?:public )?holidays?|overtime)'
const howOften = '(?:occasional|frequent|extensive|regular|domestic|international|overnight)'

/**
 * Matches requirements that no resume can show because they concern the future. "Plans shifts" and "travel agent"
 * describe work and do not match.
 */
const willingness = [
  `${willing} (?:and \\p{L}+ )?(?:to )?(?:be available |do |cover |work (?!with ))(?:\\p{L}+,? ){0,5}${hours}`,
  `(?:available|availability)(?: for| on| at| during)? (?:\\p{L}+,? ){0,3}${hours}`,
  `${hours}(?: (?:and|or|&) ${hours})? availability|open availability|^(?:rotating |night )?shift work`,
  `${willing} (?:and \\p{L}+ )?(?:to |for )?(?:${howOften}(?:ly)? )?travel(?! (?:agen|industr|book|manag|plan|writ|nurs))`,
  String.raw`travel (?:up to |of (?:up to )?|approximately |about )?\d\d? ?(?:%|percent)|\d\d? ?(?:%|percent) travel`,
  String.raw`travel(?: by \p{L}+)? (?:is |may be |will be )?(?:required|expected|necessary)`,
  `${willing} (?:and \\p{L}+ )?(?:to )?relocat(?:e|ion)`,
  String.raw`relocation (?:to (?:\p{L}+ ){1,3})?(?:is )?(?:required|expected|necessary)`,
  'schicht(?:bereitschaft|dienst|arbeit)|wochenend(?:arbeit|dienst)|reisebereitschaft|umzugsbereit(?:schaft)?',
  'disponibilidad para (?:viajar|mudarse|reubicarse|turnos)|mobilité géographique|déplacements (?:fréquents|réguliers)',
]

const factToConfirm = anyOf(
  String.raw`(?:at least|minimum (?:age )?(?:of )?|mindestens|au moins|over|above) ?${age} ${years} (?:of age|old|alt)`,
  String.raw`^(?:must be )?(?:at least |minimum )?${age}(?: or (?:older|over))?[.!]?$`,
  String.raw`${age}(?: ?\+| ${years}(?: of age)? (?:or|and) (?:older|over|above))`,
  String.raw`${age} ${years} (?:of age|old)|minimum age|mindestalter|volljährig\p{L}*|of legal (?:age|drinking age|working age)`,
  '(?:legally )?(?:authori[sz]ed|eligib(?:le|ility)|right|permitted|legally able) to (?:live and )?work',
  'work (?:permit|visa|authori[sz]ation)|employment authori[sz]ation|without (?:visa )?sponsorship|proof of citizenship',
  'arbeitserlaubnis|permis de travail|permiso de trabajo',
  ...willingness,
)

/** Returns the kind of preference in a statement, or null for an ordinary requirement. */
export function wishIn(text: string): Wish | null {
  if (protectedWish.test(text)) return 'PROTECTED'
  if (unverifiable.test(text)) return 'UNVERIFIABLE'
  return factToConfirm.test(text) ? 'FACT_TO_CONFIRM' : null
}
