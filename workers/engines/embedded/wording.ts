/**
 * Statements of a job description reworded as criteria.
 *
 * Owns the wording: what a criterion is wrapped in comes off ("The ideal candidate will have …"), the rest
 * stays as it was written. Must add no requirement and drop none.
 */
import { openingPhrases } from './phrases.ts'

const textLengthMax = 500 // the contract's limit for a criterion, in code points

const opening = (...parts: string[]): RegExp => new RegExp(`^${parts.join('')}`, 'iu')

// Each ends in the blank before the requirement.
const leadIns = [
  opening(
    "(?:we(?: are|['’]re)|we(?:['’]d)? (?:also )?(?:love|like)|wir) ",
    '(?:currently |also )?(?:look|search|seek|suchen)\\p{L}*(?: for)? ',
    '(?:an? |someone |people |candidates? |somebody )*(?:who |with |that )?',
  ),
  opening(
    '(?:the |our |an? )?(?:ideal |successful |right |suitable |strong )?',
    "(?:candidates?|applicants?|person|hire)(?:['’]ll)? (?:will |should |must |shall |needs? to |who )?(?:also )?",
    '(?:have |has |be |is |are |possess(?:es)? |brings? |holds? |demonstrates? )?',
  ),
  opening(
    "(?:you(?:['’]ll)?|du|sie) (?:also |ideally |preferably |will |should |must |need to |would )*",
    '(?:have |be |possess |bring |hold |demonstrate |are |need |hast |haben |bringst |bringen |',
    'verfügst über |verfügen über )*',
  ),
  opening("you(?:['’](?:re|ve))? (?:also )?(?:got |an? )?"),
  opening('(?:must|should|needs? to) (?:also )?(?:have|be|possess|hold|bring)\\s+'),
  opening(
    '(?:required|preferred|desired|mandatory|essential|must[- ]have|nice[- ]to[- ]have|bonus|plus|optional|ideally|',
    'preferably|idealerweise|idéalement)\\s*[:,–-]?\\s+',
  ),
  opening('(?:minimum|at a minimum)[:,]\\s+'),
  opening('no (?:prior |previous )?experience (?:is )?(?:needed|required|necessary)[,;.]?\\s+(?:but\\s+)?'),
  opening('not (?:strictly |necessarily )?required,?\\s+but\\s+(?:cool|nice|great|good|helpful|a plus)[:,]?\\s+'),
  opening('(?:an?|and|also|plus)\\s+(?=\\p{L})'),
]

const tail = new RegExp(
  [
    '[\\s,;(–—-]*(?:(?:is|are|would be|will be|ist|sind|est|sont|es)\\s)?',
    '(?:strictly |highly |strongly |absolutely |also |greatly |much )?',
    '(?:required|preferred|desired|desirable|mandatory|essential|necessary|beneficial|advantageous|optional|',
    '(?:an? )?(?:big |huge |strong |definite |real )?(?:plus|bonus|advantage|asset|must(?:[- ]have)?|',
    'nice[- ]to[- ]have)|but not required|erforderlich|wünschenswert|von vorteil|obligatoire|exigée?|requise?|',
    'souhaité\\p{L}*|un plus|un atout|deseable|valorable)[\\s).!]*$',
  ].join(''),
  'iu',
)

/** The statement as one criterion: trimmed, capitalised, without a point, at most 500 code points. */
export function criterionText(statement: string): string {
  let text = statement
  // Twice: "Ideally, you have …" is wrapped in two.
  for (const pattern of [...leadIns, ...leadIns, tail, tail]) text = withoutIfAnythingStays(text, pattern)
  return shortened(capitalised(text.replace(/[\s.,;:!。！]+$/u, '').trim()))
}

function withoutIfAnythingStays(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '')
  return /[\p{L}\p{N}].*[\p{L}\p{N}+#]/u.test(rest) ? rest.trim() : text
}

const responsible = opening(
  "(?:you (?:will |are |['’]ll )?(?:be )?)?(?:responsible for|in charge of|accountable for)\\s+",
)
const youWill = opening(
  "(?:in this role,? )?(?:you(?:['’]ll| will| are going to)|the \\p{L}+(?: \\p{L}+)? will|will|to)\\s+",
)
const gerund = /^\p{L}{3,}ing\b/iu
const imperative = openingPhrases(`
  achieve; act; administer; advise; analy[sz]e; answer; apply; assess; assist; attend; audit; balance; build; care;
  carry; check; clean; close; coach; collaborate; communicate; complete; conduct; contribute; control; coordinate;
  create; debug; define; deliver; demonstrate; deploy; design; develop; document; drive; educate; ensure; establish;
  evaluate; execute; follow; generate; guide; handle; help; identify; implement; improve; inspect; install;
  interact; investigate; lead; liaise; lift; load; maintain; make; manage; meet; mentor; monitor; move; negotiate;
  operate; optimi[sz]e; organi[sz]e; oversee; own; pack; participate; perform; pick; plan; prepare; present;
  prioriti[sz]e; process; produce; program; promote; prospect; provide; receive; reconcile; record; report;
  research; resolve; respond; review; run; schedule; sell; serve; ship; solve; stock; store; supervise; support;
  take; teach; test; track; train; transport; troubleshoot; unload; update; use; verify; work; write`)

/** A duty as a criterion on whoever is to do it: "Build services" becomes "Able to build services". */
export function dutyText(statement: string): string {
  const charge = withoutIfAnythingStays(statement, responsible)
  if (charge !== statement) return criterionText(`Experience with ${charge}`)
  const duty = withoutIfAnythingStays(statement, youWill)
  if (gerund.test(duty)) return criterionText(`Experience ${uncapitalised(duty)}`)
  return criterionText(imperative.test(duty) ? `Able to ${uncapitalised(duty)}` : duty)
}

const yesNoQuestion =
  /^(?:do you (?:currently )?(?:have|hold|possess)|have you got|are you|(can) you)\s+(?:an? |any )?([^?]{3,400})\?/iu

/** A yes-or-no application question as a criterion, or null: "Do you have a forklift licence?" */
export function questionText(question: string): string | null {
  const [, can, subject] = yesNoQuestion.exec(question.trim()) ?? []
  if (!subject) return null
  return criterionText(can ? `Able to ${subject}` : subject)
}

/** Trimmed and at most 500 code points, cut between words. */
export function shortened(text: string): string {
  const characters = [...text.trim()]
  if (characters.length <= textLengthMax) return text.trim()
  const window = characters.slice(0, textLengthMax).join('')
  const blank = window.lastIndexOf(' ')
  return (blank > textLengthMax / 2 ? window.slice(0, blank) : window).trim()
}

/** "iOS" and "eCommerce" keep their spelling. */
function capitalised(text: string): string {
  return /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

function uncapitalised(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
