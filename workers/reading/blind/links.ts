/**
 * Finds links to a person's pages, and user names and identifiers that lead to such pages.
 *
 * Pure. linkify-it recognises links, and this module decides whether they lead to the person: 'Socket.io' and 'ASP.NET'
 * look like links, too.
 */
import { LinkifyIt } from 'linkify-it'
import { findAll, findInHeads, isInHead, type Mention, type Place, plainLetters } from './mentions.ts'
import { lineAround, standsAlone } from './segments.ts'

/**
 * E-mail addresses are found in contact-details.ts. Newer top-level domains are added because portfolios often use
 * '.dev' and '.me'.
 */
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false })
  .tlds(
    ['app', 'blog', 'design', 'dev', 'digital', 'cloud', 'link', 'live', 'online', 'page', 'site', 'space', 'studio'],
    true,
  )
  .tlds(
    ['tech', 'website', 'work', 'works', 'world', 'xyz', 'art', 'zone', 'codes', 'engineer', 'rocks', 'ninja'],
    true,
  )

const profileSites =
  /^(?:[a-z]{2,3}\.)?(?:linkedin|github|gitlab|twitter|x|facebook|fb|instagram|medium|stackoverflow|kaggle|xing|leetcode|hackerrank|youtube|bitbucket|researchgate|behance|dribbble|codepen|orcid|linktr|t|dev|indeed|scholar\.google)\.[a-z]{2,3}\/\S/i
const personalHosts =
  /\.(?:github\.io|gitlab\.io|netlify\.app|vercel\.app|herokuapp\.com|wordpress\.com|blogspot\.com)\b/i
const siteLabel = /(?:website|portfolio|homepage|home page|blog|web|site|url)\s?[:：-]\s?$/i

const networks =
  'linked ?in|github|gitlab|twitter|instagram|telegram|skype|facebook|xing|medium|wechat|weixin|微信|qq|discord|' +
  'mastodon|bluesky|viber|kaggle|leetcode|behance|dribbble|researchgate|orcid|gitee|user ?name|line'
const handle = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${networks})(?: ?(?:id|name|handle|username|profile|号))?(?: ?[.:：/]-?(?://)? ?| - | )(?<value>(?!${networks})@?[\\p{L}\\p{N}_][\\p{L}\\p{N}_.:-]{2,60})(?![\\p{L}\\p{N}_/])`,
  'giu',
)
const atHandle = /(?<![\w.@])@[a-z_][\w]{2,30}(?![\w/])/gi
/** ORCID (ISO 7064): sixteen digits, the last of which may be an X. */
const orcid = /(?<!\d)\d{4}-\d{4}-\d{4}-\d{3}[\dX](?![\dX])/g
/** 'linkedin . com / in / jane', with spaces from bad typesetting. */
const gapped =
  /(?:linkedin|github|gitlab|facebook|twitter|instagram|medium|behance|xing|indeed) ?\. ?com ?\/ ?(?:(?:in|r|profile) ?\/ ?)?(?-i:[\p{L}\p{N}_.%-]{2,60})/giu
/** Discord: 'jane.doe#8617'. */
const tagged = /(?<![\w#])[\p{L}\p{N}_.-]{2,32}#\d{4}(?!\d)/gu
/** A user name next to an icon in a contact line: 'jane-doe-94473811', 'janedoe'. */
const bareHandle = /(?<![^\s|•·,])[\p{Ll}\d][\p{Ll}\d._-]{3,60}(?![^\s|•·,])/gu

/** Returns the links in a text, and user names without a link. */
export function findLinks(place: Place): Mention[] {
  const { text, nameParts } = place
  const holdsName = ({ start, end }: Mention): boolean => {
    const letters = plainLetters(text.slice(start, end))
    return nameParts.some((part) => part.length > 3 && letters.includes(part) && letters !== part)
  }
  const isHandle = (mention: Mention): boolean => {
    const [before, value] = [text[mention.start - 1], text.slice(mention.start, mention.end)]
    const isLabelled = /[:：/-]\s?$/.test(text.slice(mention.start - 2, mention.start)) || before === '/'
    return holdsName(mention) || (isLabelled && (value.startsWith('@') || isInHead(place, mention.start)))
  }
  return [
    ...findAddresses(place, holdsName).map((mention) => withRest(text, mention, holdsName)),
    ...findAll(text, gapped, 'LINK'),
    ...(text.includes('#') ? findAll(text, tagged, 'LINK') : []),
    ...findAll(text, orcid, 'LINK'),
    ...findAll(text, handle, 'LINK').filter(isHandle),
    ...findAll(text, atHandle, 'LINK').filter(
      (mention) =>
        (isInHead(place, mention.start) ||
          labelAbove.test(text.slice(Math.max(0, mention.start - 40), mention.start))) &&
        standsAlone(text, mention),
    ),
    ...findInHeads(place, bareHandle, 'LINK').filter(holdsName),
  ]
}

/** 'Telegram:' at the end of the line above. */
const labelAbove = new RegExp(`(?:${networks})\\s?:?\\s*\\n\\s*$`, 'iu')

/**
 * Returns a link together with its second half, if the link was broken at the end of a line: 'indeed.com/r/Jane-',
 * 'Doe/77e3ceda47'.
 */
function withRest(text: string, mention: Mention, holdsName: (mention: Mention) => boolean): Mention {
  const rest = /^[/-]?\n(?<rest>[^\s|•,]{2,80})/.exec(text.slice(mention.end, mention.end + 90))
  if (!rest) return mention
  const isCut = /[-/_]$/.test(text.slice(0, mention.end)) || /^[/-]/.test(rest[0])
  const end = mention.end + rest[0].length
  const own: Mention = { ...mention, start: end - rest.groups!['rest']!.length, end }
  return isCut && (/[/\d]/.test(rest.groups!['rest']!) || holdsName(own)) ? { ...mention, end } : mention
}

function findAddresses(place: Place, holdsName: (mention: Mention) => boolean): Mention[] {
  const { text } = place
  const isOwn = (mention: Mention, schema: string): boolean => {
    const value = text.slice(mention.start, mention.end)
    if (schema !== '' && schema !== '//') return true
    if (/^www\./i.test(value) || profileSites.test(value) || personalHosts.test(value) || holdsName(mention))
      return true
    if (siteLabel.test(text.slice(Math.max(0, mention.start - 14), mention.start))) return true
    return (
      isInHead(place, mention.start) &&
      standsAlone(text, mention) &&
      isContactLine(lineAround(text, mention.start), value)
    )
  }
  return linesWithAddresses(text).flatMap(({ start, line }) =>
    (linkify.match(line) ?? []).flatMap(({ index, lastIndex, schema }) => {
      const mention: Mention = { start: start + index, end: start + lastIndex, placeholder: 'LINK' }
      return isOwn(mention, schema) ? [mention] : []
    }),
  )
}

/**
 * Returns the lines that contain `://`, or a dot between letters as in an address. There are few of them, and searching
 * every line takes six times as long.
 */
function linesWithAddresses(text: string): { start: number; line: string }[] {
  let start = 0
  return text.split('\n').flatMap((line) => {
    const at = start
    start += line.length + 1
    return line.includes('.') && /[^\s.]\.[^\s\d.]{2}|:\/\//.test(line) ? [{ start: at, line }] : []
  })
}

/**
 * Returns whether a line consists of this address, or also contains an e-mail address or a phone number. A line that
 * lists tools such as 'Socket.io' does not.
 */
function isContactLine(line: string, address: string): boolean {
  return line.trim() === address || /\w@\w|\d{3}[ .-]?\d{3}[ -]?\d{3}/.test(line)
}
