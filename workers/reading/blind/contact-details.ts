/**
 * Finds contact details in a text: e-mail, links, phone, birth date, and (postal-address.ts) addresses.
 *
 * Pure. Owns the patterns. Years of employment, version numbers, amounts and names of technologies look similar and are
 * not contact details: where a pattern is not enough, the position decides.
 */
import { findAll, type Mention, type Place, plainLetters } from './mentions.ts'
import type { PersonName } from './person-name.ts'
import { findAddresses } from './postal-address.ts'

/** The contact details of a text, the surest kinds first. An answer has no head. */
export function findContacts(text: string, name: PersonName | null, kind: 'resume' | 'answer'): Mention[] {
  const nameParts = name ? [name.given, name.family].map(plainLetters).filter((part) => part.length > 2) : []
  const heads = kind === 'resume' ? findHeads(text) : []
  const isHead = (at: number): boolean => heads.some(({ start, end }) => at >= start && at < end)
  const headsEnd = Math.max(0, ...heads.map(({ end }) => end))
  const place = { text, isHead, headsEnd, nameParts }
  return [
    ...emails.flatMap((pattern) => findAll(text, pattern, 'EMAIL')),
    ...links(place),
    ...findAll(text, birthDate, 'BIRTH_DATE'),
    ...findAll(text, phoneLike, 'PHONE').filter((mention) => isPhone(mention, place)),
    ...findAddresses(place),
  ]
}

/** A resume's head and its contact section are about this long; the text after them is about work. */
const headLines = 12
/** One contact section is usual; a text full of them is made to waste time. */
const headsMax = 4
/** Numbers and marks around a heading. */
const edge = '[^\\p{L}\\n]{0,8}'
const workHeadings = 'experience|employment|work history|career|education|berufserfahrung'
const workHeading = new RegExp(`^${edge}(?:(?:work|professional|relevant) )?(?:${workHeadings})${edge}$`, 'imu')
const contactHeadings = 'contacts?|contact (?:details|info|information)|kontakt|contacto|coordonnées'
const contactHeading = new RegExp(`^${edge}(?:${contactHeadings})${edge}$`, 'gimu')

/** The stretches where unlabelled numbers and handles are contact details. */
function findHeads(text: string): { start: number; end: number }[] {
  const starts = [0, ...[...text.matchAll(contactHeading)].slice(0, headsMax).map(({ index }) => index)]
  return starts.map((start) => {
    const lines = text.slice(start).split('\n', headLines).join('\n')
    const section = lines.search(workHeading)
    return { start, end: start + (section < 0 ? lines.length : section) }
  })
}

// ── e-mail ──────────────────────────────────────────────────────────────────────────────────────

/** Both start at the beginning of a word: trying every letter of a long word would take 64 times as long. */
const emails = [
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu,
  /(?<![\w.+-])[\w.+-]{1,64} ?[([{] ?at ?[)\]}] ?[\w-]{1,63}(?: ?(?:\.|[([{] ?dot ?[)\]}]) ?[a-z]{2,20}){1,4}/gi,
]

// ── links ───────────────────────────────────────────────────────────────────────────────────────

const profileSites =
  'linkedin\\.com|github\\.com|gitlab\\.com|bitbucket\\.org|twitter\\.com|x\\.com|facebook\\.com|instagram\\.com|' +
  'medium\\.com|behance\\.net|dribbble\\.com|stackoverflow\\.com|kaggle\\.com|xing\\.com|t\\.me|dev\\.to|' +
  'leetcode\\.com|hackerrank\\.com|codepen\\.io|researchgate\\.net|orcid\\.org|scholar\\.google\\.com|linktr\\.ee'
const personalHosts =
  'github\\.io|gitlab\\.io|netlify\\.app|vercel\\.app|herokuapp\\.com|wordpress\\.com|blogspot\\.com'
/** A link does not end in a character that ends a sentence. */
const rest = '[^\\s<>"|)\\]]{0,2000}[^\\s<>"|)\\].,;:!?]'

const sureLinks = [
  new RegExp(`\\b(?:https?|ftp)://${rest}|(?<![\\w.])www\\.${rest}`, 'gi'),
  new RegExp(`(?<![\\w@.-])(?:[a-z]{2,3}\\.)?(?:${profileSites})/${rest}`, 'gi'),
  new RegExp(`(?<![\\w@.-])[a-z0-9-]{1,63}\\.(?:${personalHosts})\\b(?:/${rest})?`, 'gi'),
  /^(?:website|portfolio|homepage|blog|web)\s?: ?(?<value>[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?:\/\S*)?)/gim,
]
const domain = /(?<![\w@.-])[a-z0-9-]{2,63}(?:\.[a-z0-9-]{2,63}){1,3}(?:\/[^\s|)]{0,200})?/gi
const networks = 'linkedin|github|gitlab|twitter|instagram|telegram|skype|facebook|xing|medium'
const handle = new RegExp(`\\b(?:${networks})(?: ?[:/] ?| )(?<value>@?[\\w.-]{3,60})(?![\\w/])`, 'gi')
const atHandle = /(?<![\w.@])@[a-z_][\w]{2,30}(?![\w/])/gi

function links(place: Place): Mention[] {
  const { text, isHead, nameParts } = place
  const holdsName = ({ start, end }: Mention): boolean => {
    const letters = plainLetters(text.slice(start, end))
    return nameParts.some((part) => part.length > 3 && letters.includes(part))
  }
  const isHandle = (mention: Mention): boolean => {
    const [before, value] = [text[mention.start - 1], text.slice(mention.start, mention.end)]
    const isLabelled = before === ':' || before === '/' || text.slice(mention.start - 2, mention.start) === ': '
    return holdsName(mention) || (isLabelled && (value.startsWith('@') || isHead(mention.start)))
  }
  return [
    ...sureLinks.flatMap((pattern) => findAll(text, pattern, 'LINK')),
    ...findAll(text, domain, 'LINK').filter(holdsName),
    ...findAll(text, handle, 'LINK').filter(isHandle),
    ...findAll(text, atHandle, 'LINK').filter((mention) => isHead(mention.start) && standsAlone(text, mention)),
  ]
}

// ── birth date ──────────────────────────────────────────────────────────────────────────────────

const birthLabels =
  'date of birth|birth ?date|d\\.?o\\.?b\\.?|born(?: on)?|geburtsdatum|geboren(?: am)?|geb\\.|née? le|né\\(e\\) le|' +
  'date de naissance|fecha de nacimiento|data di nascita|data de nascimento|geboortedatum|дата рождения|' +
  '出生日期|出生年月|生年月日|생년월일'
const dates =
  '\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{4}年\\d{1,2}月(?:\\d{1,2}日)?|(?:19|20)\\d\\d|' +
  '\\d{1,2}(?:st|nd|rd|th|\\.)? (?:of )?\\p{L}{3,12}\\.?,? \\d{4}|\\p{L}{3,12}\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}'
const birthDate = new RegExp(`(?<!\\p{L})(?:${birthLabels})\\s?[:：]?\\s?(?<value>${dates})(?!\\d)`, 'giu')

// ── phone ───────────────────────────────────────────────────────────────────────────────────────

const phoneLike = /(?<![\p{L}\p{N}.,/$€£#-])[+(]{0,2}\d[\d ()./–-]{5,22}\d(?![\p{L}\p{N}]|[.,]\d)/gu
const phoneWords =
  'phone|tel(?:ephone|efono|efon|éfono)?|téléphone|mobile?|móvil|mob|cell|fax|whatsapp|handy|contact(?: no)?|' +
  'телефон|тел|电话|手机|電話|携帯|전화|☎|📞|📱|✆'
const phoneLabel = new RegExp(`(?:${phoneWords})[^\\n\\d]{0,12}$|(?:^|[\\s|])[tmpc][:.] ?$`, 'iu')
/** North American numbers, by their groups (NANP): three, three, four. */
const northAmerican = /^(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}$/
const dateLike = new RegExp(
  '(?<!\\d)(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}[./-](?:19|20)\\d\\d|' +
    '(?:19|20)\\d\\d ?[-–/. ] ?(?:\\d{1,2}|(?:19|20)\\d\\d))(?!\\d)',
)

function isPhone(mention: Mention, { text, isHead }: Place): boolean {
  const { start, end } = mention
  const value = text.slice(start, end)
  const digits = value.replace(/\D/g, '').length
  // ITU-T E.164: at most 15 digits; below 7 a number is an extension, a year or an amount.
  if (digits < 7 || digits > 15) return false
  if (/^\(?\+/.test(value)) return digits > 7
  if (northAmerican.test(value)) return true
  if (dateLike.test(value)) return false
  if (phoneLabel.test(text.slice(Math.max(0, start - 30), start))) return true
  // A trunk prefix or the international one, followed by a subscriber's number.
  if (/^\(?0{1,2}[1-9]/.test(value) && digits > 8 && digits < 15) return true
  return digits > 7 && standsAlone(text, mention) && (isHead(start) || lineAround(text, start).includes('@'))
}

/** True when only separators and symbols share the segment of the line; amounts and versions have words around them. */
function standsAlone(text: string, { start, end }: Mention): boolean {
  const [before, after] = [text.slice(Math.max(0, start - 40), start), text.slice(end, end + 40)]
  return /(?:^|[|•·,;\n])[^\p{L}\p{N}\n]*$/u.test(before) && /^[^\p{L}\p{N}\n]*(?:$|[|•·,;\n])/u.test(after)
}

function lineAround(text: string, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end)
}
