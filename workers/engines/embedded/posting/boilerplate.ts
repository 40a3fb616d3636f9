/**
 * Removes the boilerplate around a requirement: "The ideal candidate will have … is a plus".
 *
 * Owns the boilerplate in front and behind. It names no requirement of its own, so removing it loses nothing.
 */
const opening = (...parts: string[]): RegExp => new RegExp(`^${parts.join('')}`, 'iu')

// Each ends in the blank before the requirement.
const leadIns = [
  opening(
    "(?:we|wir|our \\p{L}+)(?:['’]d)? (?:\\p{L}+ly |also |do |would )*",
    '(?:require|expect|ask for|insist on|prefer|love|like|erwarten|verlangen)s? ',
    '(?:to (?:see|find|meet) )?(?:(?:an? )?(?:candidates?|applicants?|people|someone|you) )?',
    '(?:(?:who|that) (?:has |have |is |are )?|with |having |to (?:have |be |bring )?)?',
  ),
  opening(
    '(?:it (?:also )?helps|(?:a )?(?:bonus|extra|brownie|plus) points?) (?:if|for|when)',
    "(?: you(?:['’]ve| have| are|['’]re)?(?: also)?(?: know| speak| can)?)?\\s+",
  ),
  opening(
    '(?:the |our |an? )?(?:ideal |successful |right |suitable |strong )?',
    "(?:candidates?|applicants?|person|hire)(?:['’]ll)? (?:will |should |must |shall |needs? to |who |(?:is|are) expected to )?(?:also )?",
    '(?:with |having |have |has |be |is |are |possess(?:es)? |brings? |holds? |demonstrates? )?',
  ),
  opening(
    '(?:the|our|this|an?) (?:[\\p{L}&/.-]+ ){1,5}?(?:will|must|should|shall|needs? to|(?:is|are) (?:required|expected) to) ',
    '(?:also )?(?:have|possess|hold|bring|be|demonstrate)\\s+',
  ),
  opening(
    "(?:you(?:['’]ll)?|du|sie) (?:also |ideally |preferably |will |should |must |need to |would )*",
    '(?:be (?:expected|required) to )?(?:have |be |possess |bring |hold |demonstrate |are |need |hast |haben |',
    'bringst |bringen |besitzt |besitzen |verfügst über |verfügen über )*',
  ),
  opening(
    "(?:vous|tu) (?:êtes|es|avez|as|possédez|(?:disposez|justifiez) d(?:e |['’])|maîtrise[sz]) ?(?:de (?=bonnes))?",
  ),
  opening("you(?:['’](?:re|ve))? (?:also )?(?:got |an? )?"),
  opening('(?:must|should|needs? to) (?:also )?(?:have|be|possess|hold|bring)\\s+'),
  opening('(?:(?:the|this) \\p{L}+|[^\\s,.]{1,40}) (?:also )?requires\\s+'),
  opening('have\\s+(?=(?:an?|experience|knowledge|strong|good|excellent|at least|\\d+)(?!\\p{L}))'),
  opening('be\\s+(?=(?:able|willing|committed|comfortable|familiar|fluent|proficient|experienced)\\b)'),
  opening(
    '\\(?(?:required|need(?:ed)?|helpful|nice|preferred|desired|mandatory|essential|must[- ]have|nice[- ]to[- ]have|bonus|plus|optional|',
    'ideally|preferably|idealerweise|idéalement)\\s*[:,)–-]*\\s+',
  ),
  opening('voraussetzung(?:en)? (?:ist|sind|:)\\s+'),
  opening('(?:an?|and|also|plus|eine?n?|une?)\\s+(?=\\p{L})'),
]

const degree =
  '(?:strictly |necessarily |highly |strongly |absolutely |also |greatly |much |very |zwingend |unbedingt |fortement )?'
const needed =
  '(?:an? |the )?(?:minimum|required|necessary|essential|mandatory|must|requirement|erforderlich|notwendig|nötig)'
const worth = [
  '(?:required|preferred|desired|desirable|mandatory|essential|necessary|beneficial|advantageous|optional|expected|',
  'helpful|useful|welcome|nice|appreciated|fine(?: too)?|ok(?:ay)?(?: too)?|acceptable|considered|',
  '(?:an? )?(?:big |huge |strong |definite |real )?(?:plus|bonus|advantage|asset|must(?:[- ]have)?|',
  'nice[- ]to[- ]have)|erforderlich|zwingend|wünschenswert|von vorteil|obligatoire|exigée?|requise?|souhaité\\p{L}*|appréciée?s?|',
  'un plus|un atout|',
  'deseable|valorable)',
].join('')
const copula = "(?:(?:is|are)(?: not|n['’]t)?|would be|will be|ist|sind|est|sont|serait|wäre|es|sería)"
const tail = new RegExp(
  [
    `[\\s,;(–—-]*(?:\\s${copula}\\s|[\\s,;(–—-])(?:but (?:it(?:['’]s| is) )?)?`,
    `(?:${degree}${worth}|(?:but|aber) (?:not|nicht) ${degree}${needed})`,
    `(?:,? (?:but|aber) (?:(?:is|are) )?(?:not|nicht) ${degree}${needed})?[\\s).!]*$`,
  ].join(''),
  'iu',
)
/** "… would make your first months easier" */
const wish = /\s+would (?:be|help|make|put)(?!\p{L}).*$/iu

const accommodation = /,?\s+with or without (?:an? )?(?:reasonable )?accommodations?/iu

/** True for a text that ends in its importance: "SQL is a plus". */
export function closesWithImportance(text: string): boolean {
  return tail.test(text)
}

/** The requirement without its boilerplate; a text that is nothing else stays as it is. */
export function unwrapped(requirement: string): string {
  let text = requirement
  // Twice, because "Ideally, you have …" has two layers.
  for (const pattern of [...leadIns, ...leadIns, accommodation, wish, tail, tail])
    text = withoutIfAnythingStays(text, pattern)
  return text
}

/** The text without what a pattern finds, unless fewer than two letters would remain. */
export function withoutIfAnythingStays(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '')
  return /[\p{L}\p{N}].*[\p{L}\p{N}+#]/u.test(rest) ? rest.trim() : text
}
