/**
 * The task that reads a resume: it recognises the file type, extracts the visible text, and replaces the details that
 * identify the applicant.
 *
 * Enforces the limits for all formats. Never throws: a broken file also gives an outcome.
 */
import { hash } from 'node:crypto'
import { cutPassage, type Passage, plainPassage } from '../src/kit/passages.ts'
import { isProtectedCover, isViewerCover } from './checks/likeness/covers.ts'
import { otherPaper } from './checks/likeness/likeness.ts'
import { repeatedShare } from './checks/repeated-criteria.ts'
import { uncoveredLanguageOf } from './language/detection.ts'
import { withoutHtml } from './language/markup.ts'
import { blindApplication } from './reading/blind/blind.ts'
import { findingOf, mergeFindings } from './findings.ts'
import { stripInvisible, textFindings } from './reading/hidden-characters.ts'
import { isIllegible } from './reading/legibility.ts'
import { allowRenderedPages } from './reading/pdf/pdfium.ts'
import { normaliseText } from './reading/plain-text.ts'
import { ownDate } from './reading/own-date.ts'
import { plainReading, readFile, ScanFound } from './reading/read-file.ts'
import { blindedUnitsMax, checkDeadline, pageBreak, readUnitsMax, ReadingError } from './reading/reading.ts'
import type { OpenSandbox } from './reading/sandbox/sandbox.ts'
import type {
  IntegrityFinding,
  IntegrityReason,
  ParsedResume,
  ParseResumeTask,
  ReadingOutcome,
  ResumeType,
} from './tasks.ts'

/** The functions that a thread passes to its task. */
export type Thread = {
  openSandbox: OpenSandbox
  /** Called with the file's digest, in hexadecimal, before the file is read. */
  begun?: (fileSha256: string) => void
  /** Called with the file's bytes when they are no longer needed. */
  free?: (bytes: Uint8Array) => void
}

/**
 * Returns the texts of a resume and of the application's answers. If the task lists no languages for OCR, returns a
 * scan unread.
 */
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
    // Only the kind of error is reported, because its message might quote the file.
    const kind = cause instanceof Error ? cause.name : typeof cause
    return { ok: false, code: 'RESUME_PARSE_FAILED', message: `reading failed with ${kind}` }
  }
}

async function parse(
  { source, answers, criteria = [], builtIn = false, blind, sizes, languages, deadlineAt }: ParseResumeTask,
  { openSandbox, begun, free }: Thread,
): Promise<ParsedResume> {
  checkDeadline(deadlineAt)
  if (languages) allowRenderedPages()
  const bytes = 'text' in source ? Buffer.from(source.text) : source.bytes
  const fileSha256 = hash('sha256', bytes)
  begun?.(fileSha256)
  const reading =
    'text' in source
      ? plainReading('text', source.text)
      : await readFile(bytes, { sizes, languages, deadlineAt, openSandbox })
  if (!('text' in source)) free?.(bytes)
  const stripped = stripInvisible(reading.text.slice(0, readUnitsMax(sizes)))
  const { text, pageStarts } = normalisePages(stripped.text, reading.pages !== null)
  // Characters that could not be decoded are not visible ones.
  if (text.replace(/[\s\ufffd]/g, '').length < sizes.visibleCharactersMin) {
    throw new ReadingError('RESUME_EMPTY', 'too little visible text')
  }
  if (!('text' in source) && isIllegible(stripped.text))
    throw new ReadingError('RESUME_CONVERSION_FAILED', 'the text is no language', { reason: 'unreadable_text' })
  if (!('text' in source)) refuseOtherPapers(reading.type, text)
  const cleanAnswers = answers.map(cleanAnswer)
  const findings = mergeFindings([
    ...reading.findings,
    ...textFindings(text, stripped.suspicions),
    ...repetitionFindings([text, ...cleanAnswers.map((answer) => answer.text)], criteria),
    ...cleanAnswers.flatMap((answer) => textFindings(answer.text, answer.suspicions)),
    ...(ownDate(text.slice(0, blindedUnitsMax(sizes)), Date.now()) === null ? [] : [findingOf('own_date')]),
    ...(builtIn ? await languageFindings(text, criteria) : []),
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
    ...(pageStarts ? { pageStarts } : {}),
    // cut in this thread, so that the excess is not copied to the main thread
    resume: cutPassage(passages.resume, sizes.scoredCharacters),
    flags: [...new Set(findings.map(({ flag }) => flag))],
    findings,
    fileSha256,
    textSha256: hash('sha256', text),
  }
}

/**
 * Returns the normalised form of a text, and the offsets at which its pages begin. An empty page has the same offset as
 * the next page.
 */
function normalisePages(text: string, hasPages: boolean): { text: string; pageStarts?: number[] } {
  if (!hasPages) return { text: normaliseText(text) }
  let normal = ''
  const pageStarts = text.split(pageBreak).map((page) => {
    const own = normaliseText(page)
    if (own !== '' && normal !== '') normal += '\n\n'
    const start = normal.length
    normal += own
    return start
  })
  return { text: normal, pageStarts }
}

/** Throws if a text is not a resume. Otherwise, the applicant would get a low score because of a wrong file. */
function refuseOtherPapers(type: ResumeType, text: string): void {
  const kind = isViewerCover(text) ? 'page' : otherPaper(text)?.kind
  if (kind === undefined) return
  const pageReason = type === 'html' ? 'web_page' : type === 'json' ? 'error_answer' : null
  if (pageReason)
    throw new ReadingError('RESUME_FETCH_FAILED', `no resume; a page most like: ${kind}`, { reason: pageReason })
  if (kind === 'page' && isProtectedCover(text))
    throw new ReadingError('RESUME_ENCRYPTED', 'the cover of a protected file', { reason: 'rights_managed' })
  throw new ReadingError('RESUME_EMPTY', `no resume; most like: ${kind}`, { reason: 'not_a_resume' })
}

async function languageFindings(resume: string, criteria: string[]): Promise<IntegrityFinding[]> {
  const ofResume = await uncoveredLanguageOf(resume)
  const ofCriteria = await uncoveredLanguageOf(criteria.join('\n'))
  return [
    ...(ofResume === null ? [] : [{ ...findingOf('resume_language'), language: ofResume }]),
    ...(ofCriteria === null ? [] : [{ ...findingOf('criteria_language'), language: ofCriteria }]),
  ]
}

function repetitionFindings(texts: string[], criteria: string[]): IntegrityFinding[] {
  const share = repeatedShare(texts.join('\n'), criteria)
  return share === null ? [] : [{ ...findingOf('criteria_listed'), share: Math.round(100 * share) / 100 }]
}

/**
 * A plain answer keeps its white space, because partners locate quotes in it by offset. An answer in HTML is converted
 * to the text that a reader sees, so that a quote never shows a tag.
 */
function cleanAnswer(answer: string): { text: string; suspicions: IntegrityReason[] } {
  const plain = withoutHtml(answer)
  const { text, suspicions } = stripInvisible(plain === answer ? answer : plain.trim())
  return { text: text.replace(/\0|\p{Cs}/gu, ''), suspicions }
}

/** `people` are the names to redact in addition to the candidate's; null if nothing is redacted. */
function passagesOf(
  resume: string,
  answers: string[],
  people: string[] | null,
): { resume: Passage; answers: Passage[] } {
  if (!people) return { resume: plainPassage(resume), answers: answers.map(plainPassage) }
  return blindApplication(resume, answers, people)
}
