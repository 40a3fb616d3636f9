/**
 * Finds the date on which a resume says it was written: "updated January 2015", "Stand: 03/2019", "Place: Pune Date:
 * 12/03/2016".
 *
 * In such a resume, engines interpret "present" as that date. Pure, and linear in the length of the text. Ignores dates
 * that may belong to something else, such as a certificate, a job or a template.
 */
import { lastMomentOf } from './written-dates.ts'

/** Labels that people write before a resume's date. */
const label = [
  '(?:(?:last|recently) )?(?:updated?|revised|revision|modified)(?: on| in)?|(?:current )?as of|date of (?:update|revision)',
  '(?:resume |résumé |cv )?date|date of (?:this )?(?:resume|cv)',
  '(?:letzter |zuletzt |letzte )?(?:stand|aktualisier(?:t|ung))(?: am| vom)?|(?:dernière )?mise? à jour(?: le| en)?',
  '(?:última )?actuali(?:zado|zada|zación)(?: el| en| a)?|(?:última )?atuali(?:zado|zada|zação)(?: em)?',
  '(?:ultimo )?aggiorna(?:to|ta|mento)(?: al| il| a)?|(?:laatst )?bijgewerkt(?: op)?|(?:ostatnia )?aktualizacja',
  '(?:senast |sist )?(?:uppdaterad|oppdatert|opdateret)|(?:son )?güncelleme(?: tarihi)?|(?:дата )?обновлен(?:о|ия)',
  '(?:最后|最終)?更新(?:日期|日)?|최종 ?(?:수정|업데이트)(?:일)?',
].join('|')

const labelled = new RegExp(`^(?:${label})\\s?(?:[:：-]{1,2}\\s?)?(?=[^\\s:])`, 'iu')
/**
 * "Berlin, den 3. März 2019" and "Berlin, 3.3.2019" are signature lines. In other forms, the line may belong to a
 * certificate.
 */
const signature = /^[^\d,]{3,30}, (?:(?:den|le|the) |(?=\d\d?[./] ?\d\d?[./] ?\d{4}$))/i

const title =
  /(?<!\p{L})(?:r[eé]sum[eé]|cv|curriculum(?: vitae)?|lebenslauf|hoja de vida|currículo|履歴書|简历|이력서|резюме)(?!\p{L})/iu
const place = /(?:^|\s)(?:place|ort|lieu|lugar)\s?[:-]\s?[\p{L} ]{2,30}(?=$|\s?,?\s?date)/giu
const pageNumber = /[\s,|–-]*(?:page|seite|página) \d{1,2}(?: ?(?:of|\/|von|de) ?\d{1,2})?$/iu
const partsOfLine = /\s*[|•·\t]\s*/u
const partsOfTitledLine = /\s*[|•·()[\]\t]\s*| [–—-] /u
const outerMarks = /^[\s,:–—-]+|[\s,:–—-]+$/gu
/** Words in a line whose year may be in the future or is unrelated to the resume's date. */
const otherYears =
  /expect|anticipat|valid|expir|until|graduat|renew|voraussichtlich|gültig|prévu|previst|vision|©|copyright/iu

const headLines = 12
const footLines = 6
/** "Jane Doe | Updated January 2015" */
const firstLines = 3
const lineUnits = 120
/** A date younger than this is ignored, so "present" means today. */
const ageMinMs = 90 * 86_400_000

/**
 * Returns the end (epoch ms) of the day, month or year that the resume states as its own date. Returns null if it
 * states none, if the date is in the future or less than 90 days old, or if the text mentions a later year.
 */
export function ownDate(text: string, todayMs: number): number | null {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const foot = lines.length - footLines
  for (const [at, line] of lines.entries()) {
    const isTitled = title.test(line)
    const isEdge = at < headLines || at >= foot
    if ((!isEdge && !isTitled) || line.length > lineUnits || !/\d\d/.test(line)) continue
    const date = dateOf(line, { isTitled, isFirst: at < firstLines, isFoot: at >= foot })
    if (date !== null && date <= todayMs - ageMinMs && !namesLaterYear(lines, date, todayMs)) return date
  }
  return null
}

type Place = { isTitled: boolean; isFirst: boolean; isFoot: boolean }

function dateOf(line: string, { isTitled, isFirst, isFoot }: Place): number | null {
  const plain = line
    .replace(pageNumber, '')
    .replace(isFoot ? place : '', '')
    .replace(outerMarks, '')
  const parts = isTitled ? line.split(partsOfTitledLine) : isFirst ? line.split(partsOfLine) : []
  // A date next to the document's title needs no label.
  const untitled = isTitled ? [plain.replace(title, '').replaceAll(/[()]/g, '').replace(outerMarks, '')] : []
  const dates = [
    ...[plain, ...parts, ...untitled].flatMap((text) => (labelled.test(text) ? text.replace(labelled, '') : [])),
    ...untitled,
    ...(isFoot && signature.test(plain) ? [plain.replace(signature, '')] : []),
  ]
  return dates.map(lastMomentOf).find((moment) => moment !== null) ?? null
}

/** Returns whether the text mentions a later year: a resume that mentions a job from 2018 was not written in 2015. */
function namesLaterYear(lines: string[], date: number, todayMs: number): boolean {
  const [own, today] = [date, todayMs].map((ms) => new Date(ms).getUTCFullYear()) as [number, number]
  return lines.some((line) => {
    const years = line.match(/(?<![\d.,-])(?:19|20)\d\d(?![\d,])/g) ?? []
    return years.some((year) => Number(year) > own && Number(year) <= today) && !otherYears.test(line)
  })
}
