/**
 * Decides whether a sentence is evidence of the applicant's own work.
 *
 * Recognises hopes, unfinished qualifications and other people's achievements. checks/negation.ts handles negation.
 */
import { phrasesOfKind } from '../../../language/other-languages.ts'
import { phrases } from '../../../language/phrases.ts'
import { expiryIn } from './periods.ts'

// ── hopes ───────────────────────────────────────────────────────────────────────────────────────

const learning = 'learn|become|study|gain|get|obtain|acquire|explore|train'
// "willing to travel" is an offer; "looking to move into nursing" does not say that it was done.
const offers = 'travel|relocate|commute|work (?:on )?(?:weekends?|nights?|shifts?|overtime|from|in shifts)'
const hope = phrases(`
  (?:eager|keen|willing|excited|like|love|motivated) to (?:${learning});
  (?:wants?|wanting|wish(?:es)?|hop(?:e|es|ing)|plan(?:s|ning)?|looking|aim(?:s|ing)?|aspir(?:e|es|ing)|would like)
    to (?!${offers})\\p{L}+;
  seeking (?:an?|to|new|opportunit\\p{L}+); interested in (?:learning|becoming|moving|working|gaining); (?:on )?(?:my|the) (?:list|goal|plan) (?:is )?to (?:${learning});
  möchte (?:\\p{L}+ )?lernen; bereit,? (?:\\p{L}+ ){1,3}zu (?:machen|lernen|erwerben); souhaite apprendre;
  quiero aprender`)

// ── in progress ─────────────────────────────────────────────────────────────────────────────────

const preparing = phrases(`
  (?:scheduled|registered|signed up) for; working (?:towards?|on) (?:my|an?|the) (?:\\p{L}+ ){0,2}(?:certif\\p{L}+|degree|licen[cs]e|qualification);
  studying (?:for|towards?); preparing for; pursuing; exam(?:ination)? (?:is )?(?:scheduled|booked|pending|planned|in|to follow); (?:course|training) (?:booked|under way); coursework complete; part \\d passed; to be (?:sat|taken|completed|renewed|repeated); will sit for; provisional;
  part[- ]qualified; currently studying; enrolled; \\(studying; (?:test|exam) date;
  started (?:an?|the|my) (?:\\p{L}+ ){0,4}(?:program\\p{L}*|course|certificate); candidate for; s(?:its?|itting) (?:for )?(?:the|my); eligible; candidate$; candidate(?=[,;(]); application (?:submitted|filed|under review); applied for;
  ${phrasesOfKind('in progress')}`)
/** "Electrician apprentice", but not "Mentored one apprentice" */
const inTraining = /^(?!\p{L}+(?:ed|s|ing)\s)(?:\p{L}+ ){0,3}(?:apprentice|trainee)(?!\p{L})/iu
const pending = phrases('in progress; ongoing; pending; expected; underway; in arbeit; en cours; en curso')
const qualification = phrases(`
  certif*; licen[cs]\\p{L}*; qualif*; exam*; diploma; degree; course; zertifi*; \\p{L}*schein; prüfung; certificat*`)
const shortWordsMax = 4 // "ACCA (in progress)": in so few words, only the name can be in progress

const ended = phrases(`
  expired(?! (?!in|on|since|last|and|but|at|by)\\p{L}{3,}); lapsed; ran out; inactive; revoked; surrendered; suspended; not renewed; no longer (?:valid|active|current|licensed);
  abgelaufen; ungültig; expirée?; caducad[oa]`)

/** Returns whether a line says that its licence or certificate is no longer valid in `month`, counted since year 0. */
export function isExpired(line: string, month: number): boolean {
  return ended.test(line) || (expiryIn(line) ?? month) < month
}

const credentialWords = phrases(`
  licen[sc]\\p{L}*; certif*; registered; registration; registry; card; credential*; endorsement; accredited; valid; current;
  active; expires?; exp; issued; renewed; clearance; journeyman; permit; qualified; exam*; course*; state of; board;
  provider; compact; cdl; ${phrasesOfKind('credential')}`)
const titleWordsMax = 8 // "Registered Nurse, City Hospital, 2019 - 2023" is a title that requires the licence

// "Checked that every driver had a valid card"
const ofOthers = phrases('(?:that|whether|if|every|each|all) (?:\\p{L}+ ){1,3}(?:has|have|had|holds?|held|keeps?|kept)')

/**
 * Returns false for a sentence about work that only mentions people who hold such a qualification.
 *
 * @param ofTool the qualification is in a tool, which alone is not a title: "AWS"
 */
export function isAboutHolding(line: string, ofTool: boolean): boolean {
  if (ofOthers.test(line)) return false
  if (credentialWords.test(line.replace(/\bregistered nurses?\b/giu, ' '))) return true
  return !ofTool && !/^\p{L}+(?:ed|ing)\s/u.test(line) && line.split(/\s+/).length <= titleWordsMax
}

/** Returns whether a line says that the qualification it names is not finished. */
export function isInProgress(line: string): boolean {
  if (preparing.test(line) || inTraining.test(line)) return true
  return pending.test(line) && (qualification.test(line) || line.trim().split(/\s+/).length <= shortWordsMax)
}

// ── other people ────────────────────────────────────────────────────────────────────────────────

const kin =
  'daughter|son|wife|husband|spouse|father|mother|mum|mom|dad|parents?|brothers?|sisters?|uncle|aunt|cousin|friends?|' +
  'girlfriend|boyfriend|tochter|sohn|frau|mann|vater|mutter|bruder|schwester|freund|freundin'
const does =
  'has|have|had|is|are|was|were|holds?|works?|worked|stud(?:y|ies|ied)|earned|did|knows?|speaks?|teaches|runs|helps|hat|haben|ist|war|spricht'
// "My daughter has a PhD."
const ofKin = phrases(`(?:my|our|meine?|unsere?) (?:${kin}) (?:\\p{L}+ )?(?:${does})`)

// Interests, and what others say or sponsor, are not work.
const aside = phrases('hobb(?:y|ies); (?:my|personal) interests?; stage name; sponsored; references?:; inspired me')

/** Returns false for a hope, and for a statement about another person. */
export function isOwnWork(sentence: string): boolean {
  return !hope.test(sentence) && !ofKin.test(sentence) && !aside.test(sentence)
}
