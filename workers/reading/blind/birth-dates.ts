/**
 * Finds birth dates: a date after a label that says so, in the labels and forms of many languages.
 *
 * Pure. A date without a label may be anything and stays.
 */
import { findAll, type Mention } from './mentions.ts'

const labels =
  'date (?:of|and) birth(?: place)?|birth ?(?:date|day)|year of birth|d\\.? ?o\\.? ?b\\.?|born(?: on)?|' +
  'geburtsdatum|geburtstag|geboren(?: am| op)?|geb\\.?(?: am)?|née? ?le|né\\(e\\) le|date de naissance|' +
  'fecha de nacimiento|nacid[oa](?: el)?|data di nascita|nat[oa] il|data (?:de )?nascimento|nascid[oa] em|geboortedatum|' +
  'data urodzenia|urodzon[ya]|födelsedatum|född(?: den)?|fødselsdato|født(?: den)?|syntymäaika|syntynyt|' +
  'datum narození|dátum narodenia|születési (?:idő|dátum)|data nașterii|doğum tarihi|ημερομηνία γέννησης|' +
  'дата рождения|дата народження|родил(?:ся|ась)|tanggal lahir|ngày sinh|' +
  '出生日期|出生年月日?|出生|生年月日|생년월일|تاريخ الميلاد|תאריך לידה|जन्म तिथि|วันเกิด'
const month = '\\p{L}[\\p{L}\\p{M}]{2,11}\\.?'
const day = '\\d{1,2}(?:st|nd|rd|th|er|º|\\.)?'
const dates = [
  '\\d{4} ?年 ?\\d{1,2} ?月(?: ?\\d{1,2} ?日)?',
  '\\d{4} ?년 ?\\d{1,2} ?월(?: ?\\d{1,2} ?일)?',
  `${day}[ -]{1,3}(?:of |de )?${month}[ ,.-]{1,3}(?:de |del )?\\d{4}`,
  `${month} ${day},? \\d{4}`,
  '\\d{1,4} ?[./:-] ?\\d{1,2} ?[./:-] ?\\d{1,4}\\.?',
  '(?:19|20)\\d\\d[./-]\\d{1,2}',
  '(?:19|20)\\d\\d',
].join('|')
const birthDate = new RegExp(
  `(?:${labels})\\s?(?:\\([^()\\n]{0,20}\\)\\s?)?[:：-]{0,2}\\s?(?<value>${dates})(?!\\d)`,
  'giu',
)

/** The dates alone: their labels tell nothing. */
export function findBirthDates(text: string): Mention[] {
  return findAll(text, birthDate, 'BIRTH_DATE')
}
