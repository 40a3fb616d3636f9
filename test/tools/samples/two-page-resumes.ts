/**
 * Two-page PDFs with 500 to 900 words for ten occupations, as long and as varied as the resumes that candidates send. A
 * resume is composed of sections from the labelled resumes in `test/data/eval/tuned`. The name determines the sections,
 * their order and their years, so different names give different resumes and the same name always gives the same
 * resume. `make bench` makes one for each job while it measures, so they are written without pdfkit, which needs ten
 * times as much CPU.
 */
import { hash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { labelledJobs, type LabelledCriterion } from '../eval/labelled-set.ts'
import { details, names } from './people.ts'
import { pdfOf, stream } from './raw-pdfs.ts'

export type Occupation = {
  name: string
  criteria: Pick<LabelledCriterion, 'text' | 'importance'>[]
  sections: string[]
}

/**
 * The labelled jobs for each occupation. The first one provides the criteria. The others add sections if the first has
 * too few.
 */
const sources = [
  ['staff-accountant'],
  ['call-center-supervisor'],
  ['fitness-trainer'],
  ['business-development-manager'],
  ['mechanical-design-engineer'],
  ['fashion-merchandiser'],
  ['elementary-school-teacher'],
  ['icu-nurse', 'lab-technician', 'physical-therapist'],
  ['pastry-chef', 'restaurant-manager', 'front-desk-agent'],
  ['backend-engineer', 'data-scientist', 'civil-engineer'],
]

/** A paragraph with fewer words is only a heading. */
const sectionWordsMin = 8
/** A paragraph with more words is split into several sections, so that there are enough to choose from. */
const sectionWordsMax = 60
/** If lines have fewer words on average, they are a list, which is written as one paragraph. */
const lineWordsMin = 5
const wordsMin = 520
const wordsMax = 860
/** The years in each section are moved back by 0 to 3 years. */
const yearShifts = 4

/** How many characters of 9 pt Helvetica fit between the margins. */
const rowLettersMax = 115

const headings = ['Professional Summary', 'Experience', 'Education', 'Skills and Certifications'] as const
type Heading = (typeof headings)[number]

const countWords = (text: string): number => text.split(/\s+/).length
/** The characters in WinAnsiEncoding that are outside Latin-1, and their codes. */
const winAnsi: Record<string, string> = {
  ...{ '‘': '\x91', '’': '\x92', '“': '\x93', '”': '\x94', '•': '\x95', '–': '\x96', '—': '\x97' },
}
/** The standard fonts have no glyphs for other characters. */
const printable = (text: string): string => text.replaceAll(/[^\n\x20-\x7e\xa1-\xff–—‘’“”•]/g, ' ')
const isPrintable = ([name]: [name: string, family: string]): boolean => printable(name) === name

export const occupations: Occupation[] = readOccupations()

function readOccupations(): Occupation[] {
  const jobs = new Map(labelledJobs('tuned').map((job) => [job.name, job]))
  return sources.map((source) => {
    const [first, ...neighbours] = source.map((name) => jobs.get(name)!)
    const resumes = [first!, ...neighbours].flatMap((job) => job.resumes)
    const sections = resumes
      .flatMap(({ text }) => printable(text).split(/\n\s*\n/))
      .flatMap(sectionsOf)
      .filter((section) => countWords(section) >= sectionWordsMin)
    const criteria = first!.criteria.map(({ text, importance }) => ({ text, importance }))
    return { name: first!.name, criteria, sections }
  })
}

/**
 * Splits a paragraph into sections at line ends, without the lines that have a gap for personal data, such as `[NAME]`.
 */
function sectionsOf(paragraph: string): string[] {
  const lines = paragraph.split('\n').filter((line) => !line.includes('[') && line.trim() !== '')
  if (lines.length === 0) return []
  if (countWords(lines.join(' ')) / lines.length < lineWordsMin) return [lines.join(', ')]
  const sections = ['']
  for (const line of lines) {
    const longer = `${sections.at(-1)}\n${line}`.trim()
    if (countWords(longer) > sectionWordsMax) sections.push(line)
    else sections[sections.length - 1] = longer
  }
  return sections
}

/** Returns an integer from 0 to `below` - 1 that depends only on the resume's name and on `use`. */
function pick(name: string, use: string, below: number): number {
  return hash('sha1', `${name} ${use}`, 'buffer').readUInt32BE() % below
}

function headingOf(section: string): Heading {
  const isShort = countWords(section) < 30
  if (isShort && /universit|college|school|bachelor|associate|master|degree|diploma|gpa/i.test(section))
    return 'Education'
  if (/\b(19|20)\d\d\b/.test(section)) return 'Experience'
  return isShort ? 'Skills and Certifications' : 'Professional Summary'
}

/** Chooses the sections of the resume with this name, and returns them by heading. */
function choose({ sections }: Occupation, name: string): Map<Heading, string[]> {
  const chosen = new Map<Heading, string[]>(headings.map((heading) => [heading, []]))
  const whole = wordsMin + pick(name, 'length', wordsMax - wordsMin)
  const shuffled = sections
    .map((section, index) => ({ section, order: pick(name, `order ${index}`, 2 ** 32), index }))
    .sort((one, other) => one.order - other.order)
  let words = 0
  for (const { section, index } of shuffled) {
    const count = countWords(section)
    if (words >= whole || words + count > wordsMax) continue
    words += count
    const shift = pick(name, `shift ${index}`, yearShifts)
    const moved = section.replaceAll(/\b(19|20)\d\d\b/g, (year) => String(Number(year) - shift))
    chosen.get(headingOf(section))?.push(moved)
  }
  return new Map([...chosen].filter(([, below]) => below.length > 0))
}

type Line = { text: string; isHeading: boolean }

/** Wraps the text into lines that fit on the page. */
function wrap(text: string): string[] {
  const rows = ['']
  for (const word of text.split(/\s+/)) {
    const longer = `${rows.at(-1)} ${word}`.trim()
    if (longer.length > rowLettersMax) rows.push(word)
    else rows[rows.length - 1] = longer
  }
  return rows
}

/** Returns the candidate's name, occupation and contact details, then the sections under their headings. */
function linesOf(occupation: Occupation, name: string): Line[] {
  const people = names.Latin.filter(isPrintable)
  const [person = ''] = people[pick(name, 'person', people.length)] ?? []
  const phone = details.phone[pick(name, 'phone', details.phone.length)]
  const body = [...choose(occupation, name)].flatMap(([heading, sections]): Line[] => [
    { text: heading, isHeading: true },
    ...sections
      .flatMap((section) => section.split('\n'))
      .flatMap(wrap)
      .map((text) => ({ text, isHeading: false })),
  ])
  return [
    { text: person, isHeading: true },
    { text: `${occupation.name.replaceAll('-', ' ')} | ${phone} | ${name}@example.com`, isHeading: false },
    ...body,
  ]
}

function contentOf(lines: Line[]): string {
  const operators = lines.map(({ text, isHeading }) => {
    const escaped = text.replaceAll(/[\\()]/g, '\\$&').replaceAll(/[–—‘’“”•]/g, (letter) => winAnsi[letter]!)
    return isHeading ? `T* /B 12 Tf (${escaped}) Tj /F 9 Tf T*` : `(${escaped}) Tj T*`
  })
  const content = `BT /F 9 Tf 11 TL 40 750 Td ${operators.join('\n')} ET`
  return stream('/Filter /FlateDecode', deflateSync(Buffer.from(content, 'latin1')).toString('latin1'))
}

/** Returns the resume with this name as a file, with half of the lines on each page. */
export function twoPageResume(occupation: Occupation, name: string): Buffer {
  const lines = linesOf(occupation, name)
  const half = Math.ceil(lines.length / 2)
  const font = (base: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R ` +
    '/Resources << /Font << /F 5 0 R /B 6 0 R >> >> >>'
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    ...[page(7), page(8)],
    ...[font('Helvetica'), font('Helvetica-Bold')],
    ...[contentOf(lines.slice(0, half)), contentOf(lines.slice(half))],
  ])
}
