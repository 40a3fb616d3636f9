/**
 * The task that reads a resume: recognises its type, extracts the text that a reader sees, and redacts who it is about.
 *
 * Owns the steps and the limits that apply to every format. Never throws: any file, however broken, gives an outcome.
 */
import { hash } from 'node:crypto'
import { cutPassage, type Passage, plainPassage } from '../src/kit/passages.ts'
import { otherPaper } from './checks/likeness/likeness.ts'
import { repeatedShare } from './checks/repeated-criteria.ts'
import { blindApplication } from './reading/blind/blind.ts'
import { type ImageType, recognise } from './reading/file-type.ts'
import { findingOf, mergeFindings } from './findings.ts'
import { stripInvisible, textFindings } from './reading/hidden-characters.ts'
import { readPdf } from './reading/pdf/pdf.ts'
import { allowPaintedPages } from './reading/pdf/pdfium.ts'
import { scannedPages } from './reading/pdf/scan/pages.ts'
import { decodeText, normaliseText } from './reading/plain-text.ts'
import { ownDate } from './reading/own-date.ts'
import { blindedUnitsMax, checkDeadline, readUnitsMax, type Reading, ReadingError } from './reading/reading.ts'
import { convertInSandbox, type OpenSandbox, type Terms } from './reading/sandbox/sandbox.ts'
import type {
  IntegrityFinding,
  IntegrityReason,
  ParsedResume,
  ParseResumeTask,
  ReadingOutcome,
  ResumeType,
} from './tasks.ts'

type TypedReading = Reading & { type: ResumeType }
type ReadingTerms = Terms & Pick<ParseResumeTask, 'languages'>

/** The file holds pictures of letters, and this task is not to recognise them. */
class ScanFound extends Error {}

/** What a task gets from the thread that it runs in. */
export type Thread = {
  openSandbox: OpenSandbox
  /** Told the file's digest, in hexadecimal digits, before it is read. */
  begun?: (fileSha256: string) => void
  /** Given the file's bytes when they are needed no more. */
  free?: (bytes: Uint8Array) => void
}

/** Reads a resume and the application's answers. A scan comes back unread where the task names no languages. */
export async function parseResume(task: ParseResumeTask, thread: Thread): Promise<ReadingOutcome> {
  try {
    return { ok: true, value: await parse(task, thread) }
  } catch (cause) {
    if (cause instanceof ScanFound && 'bytes' in task.source)
      return { ok: false, code: 'SCANNED', bytes: task.source.bytes }
    if (cause instanceof ReadingError) {
      const { code, message, lost, killed } = cause
      return { ok: false, code, message, ...cause.why, ...(lost ? { lost } : {}), ...(killed ? { killed } : {}) }
    }
    // A message of unknown origin may quote the file, so only the kind of error is reported.
    const kind = cause instanceof Error ? cause.name : typeof cause
    return { ok: false, code: 'RESUME_PARSE_FAILED', message: `reading failed with ${kind}` }
  }
}

async function parse(
  { source, answers, criteria = [], blind, sizes, languages, deadlineAt }: ParseResumeTask,
  { openSandbox, begun, free }: Thread,
): Promise<ParsedResume> {
  checkDeadline(deadlineAt)
  if (languages) allowPaintedPages()
  const bytes = 'text' in source ? Buffer.from(source.text) : source.bytes
  const fileSha256 = hash('sha256', bytes)
  begun?.(fileSha256)
  const reading =
    'text' in source
      ? plainReading('text', source.text)
      : await readFile(bytes, { sizes, languages, deadlineAt, openSandbox })
  if (!('text' in source)) free?.(bytes)
  const stripped = stripInvisible(reading.text.slice(0, readUnitsMax(sizes)))
  const text = normaliseText(stripped.text)
  // What could not be decoded says nothing.
  if (text.replace(/[\s\ufffd]/g, '').length < sizes.visibleCharactersMin) {
    throw new ReadingError('RESUME_EMPTY', 'too little visible text')
  }
  if (!('text' in source)) refuseOtherPapers(reading.type, text)
  const cleanAnswers = answers.map(cleanAnswer)
  const findings = mergeFindings([
    ...reading.findings,
    ...textFindings(text, stripped.suspicions),
    ...repetitionFindings([text, ...cleanAnswers.map((answer) => answer.text)], criteria),
    ...cleanAnswers.flatMap((answer) => textFindings(answer.text, answer.suspicions)),
    ...(ownDate(text.slice(0, blindedUnitsMax(sizes)), Date.now()) === null ? [] : [findingOf('own_date')]),
  ])
  checkDeadline(deadlineAt)
  const passages = passagesOf(
    text.slice(0, blindedUnitsMax(sizes)),
    cleanAnswers.map((answer) => answer.text),
    blind ? (reading.people ?? []) : null,
  )
  checkDeadline(deadlineAt)
  return {
    type: reading.type,
    pages: reading.pages,
    ...passages,
    resume: cutPassage(passages.resume, sizes.scoredCharacters), // cut here: no more of it crosses into the main thread
    flags: [...new Set(findings.map(({ flag }) => flag))],
    findings,
    fileSha256,
    textSha256: hash('sha256', text),
  }
}

/** Protection that leaves a cover page for readers without it. */
const protectedPhrase = /rights management|information protection|protected (?:document|pdf|file|message)/i

/** Throws for a text in which nothing looks like a resume: a score of it would reject a person. */
function refuseOtherPapers(type: ResumeType, text: string): void {
  const other = otherPaper(text)
  if (!other) return
  const pageReason = type === 'html' ? 'web_page' : type === 'json' ? 'error_answer' : null
  if (pageReason) throw new ReadingError('RESUME_FETCH_FAILED', `a page like a ${other.kind}`, { reason: pageReason })
  if (other.kind === 'page' && protectedPhrase.test(text))
    throw new ReadingError('RESUME_ENCRYPTED', 'the cover of a protected file', { reason: 'rights_managed' })
  throw new ReadingError('RESUME_EMPTY', `no resume, but like a ${other.kind}`, { reason: 'not_a_resume' })
}

function repetitionFindings(texts: string[], criteria: string[]): IntegrityFinding[] {
  const share = repeatedShare(texts.join('\n'), criteria)
  return share === null ? [] : [{ ...findingOf('criteria_listed'), share: Math.round(100 * share) / 100 }]
}

/** `depth`: how many mails the file is in. */
async function readFile(bytes: Uint8Array, terms: ReadingTerms, depth = 0): Promise<TypedReading> {
  if (bytes.length === 0) throw new ReadingError('RESUME_EMPTY', 'the file is empty')
  const file = await recognise(bytes, terms.sizes)
  switch (file.type) {
    case 'text':
    case 'markdown':
      return plainReading(file.type, file.text)
    case 'pdf':
      return { type: 'pdf', ...(await readPdfFile(bytes, terms)) }
    case 'html':
    case 'wordxml':
    case 'json':
    case 'xml':
      return { type: file.type, ...(await convertInSandbox(file.type, inUtf8(bytes, file.encoding), terms)) }
    case 'mail':
      return { type: 'mail', ...(await readMailFile(bytes, terms, depth)) }
    case 'png':
    case 'jpeg':
    case 'tiff':
    case 'webp':
      return { type: file.type, ...(await readPictureFile(bytes, file.type, terms)) }
    default:
      return { type: file.type, ...(await convertInSandbox(file.type, bytes, terms)) }
  }
}

/** A mail in a mail, and no further. */
const mailDepthMax = 2

/** What is attached to it; where nothing is, what it says. */
async function readMailFile(bytes: Uint8Array, terms: ReadingTerms, depth: number): Promise<Reading> {
  if (depth === mailDepthMax)
    throw new ReadingError('RESUME_CONVERSION_FAILED', 'mails are nested too deeply', {
      reason: 'unsupported_type',
      fileType: 'mails are nested too deeply',
    })
  const { readMail } = await import('./reading/mail/mail.ts')
  const { body, attachments, people } = await readMail(bytes)
  const readings: Reading[] = []
  for (const attachment of attachments) {
    checkDeadline(terms.deadlineAt)
    const isResume = await recognise(attachment, terms.sizes).then(
      () => true,
      (cause: ReadingError) => cause.code !== 'RESUME_CONVERSION_FAILED',
    )
    if (isResume) readings.push(await readFile(attachment, terms, depth + 1))
  }
  if (readings.length === 0) readings.push(await readFile(body, terms, mailDepthMax))
  return {
    text: readings.map(({ text }) => text).join('\n\n'),
    pages: null,
    findings: readings.flatMap(({ findings }) => findings),
    people: [...people, ...readings.flatMap((reading) => reading.people ?? [])],
  }
}

async function readPdfFile(bytes: Uint8Array, terms: ReadingTerms): Promise<Reading> {
  const reading = await readPdf(bytes, terms)
  const scanned = scannedPages(reading, terms.sizes)
  if (scanned.length === 0) return reading
  return recognising(terms, (scan, scanTerms) => scan.readScannedPages(bytes, reading, scanned, scanTerms))
}

async function readPictureFile(bytes: Uint8Array, type: ImageType, terms: ReadingTerms): Promise<Reading> {
  return recognising(terms, (scan, scanTerms) => scan.readPicture(bytes, type, scanTerms))
}

type Scan = typeof import('./reading/scan/scan.ts')
type ScanTerms = ReadingTerms & { languages: readonly string[] }

/** Loads what reads scans, in a thread that has time for it. */
async function recognising(
  terms: ReadingTerms,
  work: (scan: Scan, terms: ScanTerms) => Promise<Reading>,
): Promise<Reading> {
  const { languages } = terms
  if (!languages) throw new ScanFound()
  return work(await import('./reading/scan/scan.ts'), { ...terms, languages })
}

/** Whole: the text of a page may stand behind megabytes of styles and pictures. Most pages need no decoding here. */
function inUtf8(bytes: Uint8Array, encoding: string): Uint8Array {
  return encoding === 'utf-8' ? bytes : Buffer.from(decodeText(bytes, encoding))
}

function plainReading(type: ResumeType, text: string): TypedReading {
  return { type, text, pages: null, findings: [] }
}

/** An answer keeps its white space, because partners locate quotes in it by offset. */
function cleanAnswer(answer: string): { text: string; suspicions: IntegrityReason[] } {
  const { text, suspicions } = stripInvisible(answer)
  return { text: text.replace(/\0|\p{Cs}/gu, ''), suspicions }
}

/** `people`: those to blind beside the one whom the resume is about; null where nobody is blinded. */
function passagesOf(
  resume: string,
  answers: string[],
  people: string[] | null,
): { resume: Passage; answers: Passage[] } {
  if (!people) return { resume: plainPassage(resume), answers: answers.map(plainPassage) }
  return blindApplication(resume, answers, people)
}
