/**
 * The words that distinguish statements of job descriptions, as data.
 *
 * English first, and the common words in German, French and Spanish.
 */
import { phrases } from '../../../language/phrases.ts'

/** Benefits, pay, the company about itself, equal opportunity, training on the job, how to apply. */
export const noise = phrases(String.raw`
  (?:job|position) description (?:is|may|does); pay doe; other (?:stuff|things); have a disability;
  ^(?:none|not applicable)\W*$; veterans['’]? preference; cover letter; transcripts?; combination of education;
  equal[- ](?:employment[- ])?opportunit(?:y|ies); https?:; www\.\p{L}*;
  you (?:get|receive|earn|enjoy|deserve|(?:will|can|['’]ll) (?:get|receive|earn|enjoy)); eoe;
  (?<!with or without (?:\p{L}+ )?)accommodations?;
  other (?:related |similar |job |assigned )*(?:duties|tasks|work|functions|qualifications as); please; bitte;
  representative of; perform (?:this|the) job successfully; (?:first \d+|all) applicants;
  new grad(?:uate)?s; report(?:s|ing)?(?: directly)? to; owned and operated;
  no (?:phone calls|calls|agenc\p{L}*|recruiters|visas?); open until filled; (?:written|oral) test; closing date;
  (?:know|understand|recogni[sz]e|appreciate|feel|see)s? (?:\p{L}+ )?(?:what|why) (?:\p{L}[\p{L}’'-]* ){1,8}(?:looks?|feels?|sounds?|means?|is|are|matters?|takes?)(?: like)?\W*$;
  (?:know|understand|appreciate)s? what (?:makes|it (?:takes|means))(?: [\p{L}’'-]+){0,8}\W*$;
  sexual orientation; apply (?:now|today|here|via|online|by|at|through); to apply(?=[,:]| (?:please|for|send|visit));
  substitut*; exciting time; vaccinat*; ^prolonged (?:periods|sitting|standing); unbefristet*;
  arbeitsvertrag; \p{L}*urlaub*; cdi; salair*; salari*; r[ée]mun[ée]r*; postulez;
  (?:duties|tasks) as (?:assigned|required|needed); bewerbung; mutuelle;
  ^(?:work |job |expected )?(?:shifts?|schedule|hours|horaires|d[ée]but|durée|perspektive|job|organi[sz]ation|ability to (?:commute|relocate)|types?|pay|pay rate|salary|wages?|compensation|perks|benefits|location|type|work location|department|position|status|title|job id|req(?:uisition)?(?: id)?|reports to|closing date|start date|interview process|next steps|employment type|contract)(?: range| type)? ?(?=:)`)

export const niceToHave = phrases(String.raw`
  ^(?:nice|helpful):; (?:nice|good|great|cool|helpful|ideal) if; good[- ]to[- ]have; nice[- ]to[- ]have;
  (?:a|big|huge|strong|definite) plus; plus\s*(?:[.)!]*$|:|points?); bonus; advantage(?:ous)?; asset; optional;
  beneficial; helpful(?:,? but|\W*$); not required,? but; (?:but|aber) (?:(?:is|are|it['’]s) )?(?:not|nicht)(?! (?:be )?limited);
  would (?:be (?:an? )?(?:great|good|nice|useful|helpful|welcome|benefit)|help|make|put);
  it (?:also )?helps (?:if|when);
  (?:is|are|will be) (?:also )?(?:considered|nice|useful|helpful|welcome|appreciated|fine|ok(?:ay)?|acceptable);
  von vorteil; un (?:plus|atout); valorable; se valora\p{L}*`)

export const preferred = phrases(`
  (?:we|wir)(?:['’]d)? (?:\\p{L}+ )?prefer; we(?:['’]d| would) (?:love|like); preferred; preferably; preference;
  ideal(?! (?:candidate|applicant|person)); ideally; desired; desirable; wünschenswert; idealerweise; souhait*;
  idéalement; deseable; preferiblemente; appréciée?s?`)

export const mustHave = phrases(`
  ^need(?:ed)?:; must;
  (?<!(?:as|all|any|legally|other|may(?:/will| also)? be|may) )required?(?! to (?!be|have|hold|obtain|pass)\\p{L});
  requires; you(?:['’]ll| will)? need (?!to )\\p{L}+; mandatory; essential(?! (?:to|employees?)(?!\\p{L}));
  prerequisite; need to (?:have|be|hold|know); very important; (?:is|are) (?:critical|needed); non[- ]negotiable;
  erforderlich; notwendig; zwingend; unbedingt; (?:ist|sind) voraussetzung; voraussetzung(?= (?:ist|sind|für)|:);
  obligatoire; exigée?; indispensables?; imprescindible; obligatori*; requise?s?; se requiere`)

export const least = phrases('minimum; min\\.?(?= \\d); at least; mindestens; au moins; al menos; mínimo')

const needed = `(?:required|requirement|needed|necessary|essential|mandatory|important|relevant|expected|must)`
const germanNeeded = `(?:nötig|notwendig|erforderlich|voraussetzung)`

/** Says that something is not needed: "no degree required", "a degree isn't necessary". */
export const notNeeded = phrases(String.raw`
  (?:not|is ?n['’]?t|are ?n['’]?t)(?! only) (?:(?:an?|at|all|strictly|absolutely|necessarily|really) ){0,2}${needed};
  no (?:[\p{L}\p{N}'’-]+ ){1,5}${needed}; we (?:do not|don['’]t) (?:require|need|expect|ask for);
  you (?:do not|don['’]t) (?:need|have to); no need (?:for|to); nicht (?:zwingend |unbedingt )?${germanNeeded};
  keine? (?:\p{L}+ ){1,8}${germanNeeded}; (?:pas|non) (?:nécessaire|obligatoire|exigée?|requise?);
  no (?:es )?(?:necesari|obligatori|imprescindible)\p{L}*`)

/** An importance in an aside: "3 years of sales, ideally in SaaS" says nothing about the years. */
export const aside = /[,(–]\s*(?:ideally|preferably|idealerweise|idéalement|preferiblemente)\s.*$/iu

const known = `
  experienced?; background in; knowledge; expertise; proficien*; fluen*; familiar*; skill(?:s|ed); understanding;
  certifi*; \\p{L}*erfahrung*; \\p{L}*kenntnisse; \\p{L}*ausbildung; \\p{L}*studium; umgang mit; expérience;
  connaissances?; ma[iî]tris*; bac ?\\+; experiencia; conocimientos?; dominio`

/** Knowledge or experience of any kind. */
export const learnt = phrases(`${known}; formation`)

/** Words that indicate a requirement without a heading. */
export const requirement = phrases(`
  ${known}; needed; required?; detail[- ]oriented; degree; diploma; ability; able to; skill; qualifi*; years;
  (?:one|an?|1) year; yrs?; licen[sc]e*; looking for; ideal candidate;
  you (?:write|have|bring|are|know|speak|can|should);
  (?:candidates|applicants) (?:should|must|will|need to) (?:have(?! the)|hold|possess|bring);
  (?:candidates|applicants) (?:should|must) be; you(?:['’]ll| will| are) (?:be )?expected; you['’]ve; (?<!(?:if|whether) )you['’]re; competen*;
  willing*; comfortable with; track record; fähigkeit*; \\p{L}*bereitschaft;
  (?:sie|du) (?:bring|verfüg|beherrsch|besitz|sprich|sprech)\\p{L}*; wir erwarten; diplômée?; titulaire; justifi*; à l['’]aise;
  compétences?; capacité à; rigoureu*; titulación`)

// ── beginnings ─────────────────────────────────────────────────────────────────────────────────

export const article = '(?:(?:an?|the|eine?|einen|une?)\\s+)?'
export const quality = [
  'hands[- ]on|proven|prior|previous|practical|strong|solid|good|excellent|deep|in-depth|basic|advanced|working|some|',
  'professional|effective|clear|demonstrated|relevant|current|valid|active|clean|full|thorough|sound|great|outstanding|fundierte|sehr|',
  'gute|erste|gültige[rns]?|mehrjährige|einschlägige|abgeschlossene[sn]?|kaufmännische|technische',
].join('')
/** Nouns that need an object: "experience with …". */
export const openNoun = [
  'experience|knowledge|understanding|familiarity|proficiency|expertise|command|ability|willingness|track record|',
  'background|fluency|expérience|connaissances|maîtrise|experiencia|conocimientos?|dominio|erfahrung(?:en)?|kenntnisse|',
  'bereitschaft|fähigkeit',
].join('')
const closedNoun =
  'degree|diploma|certification|licen[cs]e|ausbildung|studium|führerschein|\\p{L}+(?:erfahrung|kenntnisse)'
const amount = [
  '(?:(?:at least|(?:a )?minimum(?: of)?|min\\.|over|more than|mindestens|au moins|al menos)\\s+)?(?:\\d{1,2}|\\p{L}{1,8})',
  '\\s?\\+?(?:\\s?[-–]\\s?\\d{1,2})?\\s?(?:full )?(?:years?|yrs?|months?|jahre?|monate?|ans|années|años)',
].join('')
/** The source of a pattern for the beginning of a requirement that can be checked on its own. */
export const head = [
  `(?:${article}(?:(?:${quality})\\s+){0,4}(?:${openNoun}|${closedNoun})|`,
  `${article}(?:(?:${quality})\\s+){1,4}(?:\\p{L}+\\s+){0,2}skills|`,
  '(?:a\\s+)?(?:current|valid|active|clean)\\s+\\p{L}+|',
  `${amount}|${article}(?:bachelor|master|ph\\.?d|b\\.?sc|m\\.?sc|mba)|`,
  '(?:be )?(?:able|willing|committed) to|(?:be )?(?:comfortable|familiar) with|(?:proficient|experienced) (?:in|with)|',
  `fluent|fließend\\p{L}*|have (?:an?|your|experience|knowledge|strong|good|excellent|at least|\\d+))(?!\\p{L})`,
].join('')
