/**
 * Statements of a job description reworded as criteria.
 *
 * Owns the wording: what a criterion is wrapped in comes off ("The ideal candidate will have …"), the rest
 * stays as it was written. Must add no requirement and drop none.
 */

const TEXT_LENGTH_MAX = 500 // the contract's limit for a criterion, in code points

const LEAD_INS = [
  /^(?:we(?: are|['’]re)|we(?:['’]d)? (?:also )?(?:love|like)|wir) (?:currently |also )?(?:look|search|seek|suchen)\w*(?: for)? (?:an? |someone |people |candidates? |somebody )*(?:who |with |that )?/iu,
  /^(?:the |our |an? )?(?:ideal |successful |right |suitable |strong )?(?:candidates?|applicants?|person|hire)(?:['’]ll)? (?:will |should |must |shall |needs? to |who )?(?:also )?(?:have |has |be |is |are |possess(?:es)? |bring(?:s)? |hold(?:s)? |demonstrate(?:s)? )?/iu,
  /^(?:you(?:['’]ll)?|du|sie) (?:also |ideally |preferably |will |should |must |need to |would )*(?:have |be |possess |bring |hold |demonstrate |are |need |hast |haben |bringst |bringen |verfügst über |verfügen über )*/iu,
  /^you(?:['’](?:re|ve))? (?:also )?(?:got |a |an )?/iu,
  /^(?:must|should|needs? to) (?:also )?(?:have|be|possess|hold|bring)\s+/iu,
  /^(?:required|preferred|desired|mandatory|essential|must[- ]have|nice[- ]to[- ]have|bonus|plus|optional|ideally|preferably|idealerweise|idéalement)\s*[:,–-]?\s+(?!(?:qualification|skill|experience)s?\b\s*:)/iu,
  /^(?:minimum|at a minimum)[:,]\s+/iu,
  /^no (?:prior |previous )?experience (?:is )?(?:needed|required|necessary)[,;.]?\s+(?:but\s+)?/iu,
  /^(?:a|an|and|also|plus)\s+(?=\p{L})/iu
]

const STRENGTH = '(?:strictly |highly |strongly |absolutely |also |greatly |much )?'
const TAIL = new RegExp(
  String.raw`[\s,;(–—-]*(?:(?:is|are|would be|will be|ist|sind|est|sont|es)\s)?${STRENGTH}` +
    String.raw`(?:required|preferred|desired|desirable|mandatory|essential|necessary|beneficial|advantageous|optional|(?:a |an )?(?:big |huge |strong |definite |real )?(?:plus|bonus|advantage|asset|must(?:[- ]have)?|nice[- ]to[- ]have)|erforderlich|obligatoire|exigée?|requise?|wünschenswert|von vorteil|souhaité\w*|un plus|un atout|deseable|valorable|but not required)[\s).!]*$`,
  'iu'
)

/** The statement as one criterion: trimmed, capitalised, without a point, at most 500 code points. */
export function criterionText(statement: string): string {
  let text = statement
  // Twice: "Ideally, you have …" is wrapped in two.
  for (const pattern of [...LEAD_INS, ...LEAD_INS]) text = withoutIfAnythingStays(text, pattern)
  text = withoutIfAnythingStays(withoutIfAnythingStays(text, TAIL), TAIL)
  return shortened(capitalised(text.replace(/[\s.,;:!。！]+$/u, '').trim()))
}

function withoutIfAnythingStays(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '')
  return /[\p{L}\p{N}].*[\p{L}\p{N}+#]/u.test(rest) ? rest.trim() : text
}

const GERUND = /^\p{L}{3,}ing\b/iu
const RESPONSIBLE = /^(?:you (?:will |are |['’]ll )?(?:be )?)?(?:responsible for|in charge of|accountable for)\s+/iu
const YOU_WILL = /^(?:in this role,? )?(?:you(?:['’]ll| will| are going to)|the \p{L}+(?: \p{L}+)? will|will|to)\s+(?:be \p{L}+ing\s+)?/iu
const IMPERATIVE =
  /^(?:\p{L}+ly )?(?:achieve|act|administer|advise|analy[sz]e|answer|apply|assess|assist|attend|audit|balance|build|care|carry|check|clean|close|coach|collaborate|communicate|complete|conduct|contribute|control|coordinate|create|debug|define|deliver|demonstrate|deploy|design|develop|document|drive|educate|ensure|establish|evaluate|execute|follow|generate|guide|handle|help|identify|implement|improve|inspect|install|interact|investigate|lead|liaise|lift|load|maintain|make|manage|meet|mentor|monitor|move|negotiate|operate|optimi[sz]e|organi[sz]e|oversee|own|pack|participate|perform|pick|plan|prepare|present|prioriti[sz]e|process|produce|program|promote|prospect|provide|receive|reconcile|record|report|research|resolve|respond|review|run|schedule|sell|serve|ship|solve|stock|store|supervise|support|take|teach|test|track|train|transport|troubleshoot|unload|update|use|verify|work|write)\b/iu

/** A duty as a criterion on whoever is to do it: "Build services" becomes "Able to build services". */
export function dutyText(statement: string): string {
  const responsible = withoutIfAnythingStays(statement, RESPONSIBLE)
  if (responsible !== statement) return criterionText(`Experience with ${responsible}`)
  const duty = withoutIfAnythingStays(statement, YOU_WILL)
  if (GERUND.test(duty)) return criterionText(`Experience ${uncapitalised(duty)}`)
  return IMPERATIVE.test(duty) ? criterionText(`Able to ${uncapitalised(duty)}`) : criterionText(duty)
}

/** A yes-or-no application question as a criterion, or null: "Do you have a forklift licence?" */
export function questionText(question: string): string | null {
  const match = /^(?:do you (?:currently )?(?:have|hold|possess)|have you got|are you|can you)\s+(?:an? |any )?([^?]{3,400})\?/iu.exec(question.trim())
  if (!match?.[1]) return null
  return criterionText(/^can/iu.test(question.trim()) ? `Able to ${match[1]}` : match[1])
}

/** At most 500 code points, cut between words. */
export function shortened(text: string): string {
  const characters = [...text]
  if (characters.length <= TEXT_LENGTH_MAX) return text
  const window = characters.slice(0, TEXT_LENGTH_MAX).join('')
  const blank = window.lastIndexOf(' ')
  return (blank > TEXT_LENGTH_MAX / 2 ? window.slice(0, blank) : window).trim()
}

// "iOS" and "eCommerce" keep their spelling.
const capitalised = (text: string): string => (/^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1))

const uncapitalised = (text: string): string => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)
