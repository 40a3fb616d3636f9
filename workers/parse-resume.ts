/**
 * The task that reads a resume: recognises its type, extracts the text that a reader sees, and redacts who it is about.
 *
 * Owns the steps and the limits that apply to every format. Never throws: any file, however broken, gives an outcome.
 */
import { hash } from 'node:crypto'
import { cutPassage, type Passage, plainPassage } from '../src/kit/passages.ts'
import { blindApplication } from './reading/blind/blind.ts'
import { recognise } from './reading/file-type.ts'
import { stripInvisible, textFlags } from './reading/hidden-characters.ts'
import { readPdf } from './reading/pdf/pdf.ts'
import { normaliseText } from './reading/plain-text.ts'
import { checkDeadline, type Reading, ReadingError } from './reading/reading.ts'
import { convertInSandbox } from './reading/sandbox/sandbox.ts'
import type { IntegrityFlag, ParsedResume, ParseResumeOutcome, ParseResumeTask, ResumeType } from './tasks.ts'

/** Decided for partners: a file with fewer visible characters is not a resume. */
const visibleCharactersMin = 50

/**
 * UTF-16 units of a resume that an engine sees: 50 dense pages. No person reads further; a hostile file would go on. Cut
 * here, so that no more of it crosses into the main thread.
 */
const redactedUnitsMax = 200_000
/**
 * UTF-16 units of a file's text that are looked at, white space and hidden characters among them. More would need a
 * quarter of a gigabyte for each thread (measured: 10 MiB of words).
 */
const readUnitsMax = 10 * redactedUnitsMax

type TypedReading = Reading & { type: ResumeType }

/** Reads a resume and the application's answers. */
export async function parseResume(task: ParseResumeTask): Promise<ParseResumeOutcome> {
  try {
    return { ok: true, value: await parse(task) }
  } catch (cause) {
    if (cause instanceof ReadingError) {
      return { ok: false, code: cause.code, message: cause.message, ...(cause.lost ? { lost: true } : {}) }
    }
    // A message of unknown origin may quote the file, so only the kind of error is reported.
    const kind = cause instanceof Error ? cause.name : typeof cause
    return { ok: false, code: 'RESUME_PARSE_FAILED', message: `reading failed with ${kind}` }
  }
}

async function parse({ source, answers, blind, deadlineAt }: ParseResumeTask): Promise<ParsedResume> {
  checkDeadline(deadlineAt)
  const bytes = 'text' in source ? Buffer.from(source.text) : source.bytes
  const reading = 'text' in source ? plainReading('text', source.text) : await readFile(bytes, deadlineAt)
  const stripped = stripInvisible(reading.text.slice(0, readUnitsMax))
  const text = normaliseText(stripped.text)
  if (text.replace(/\s/g, '').length < visibleCharactersMin) {
    throw new ReadingError('RESUME_EMPTY', 'too little visible text')
  }
  const cleanAnswers = answers.map(cleanAnswer)
  const flags = new Set<IntegrityFlag>([
    ...reading.flags,
    ...textFlags(text, stripped.suspicious),
    ...cleanAnswers.flatMap((answer) => textFlags(answer.text, answer.suspicious)),
  ])
  checkDeadline(deadlineAt)
  const passages = passagesOf(
    text,
    cleanAnswers.map((answer) => answer.text),
    blind,
  )
  checkDeadline(deadlineAt)
  return {
    type: reading.type,
    pages: reading.pages,
    ...passages,
    resume: cutPassage(passages.resume, redactedUnitsMax),
    flags: [...flags],
    fileSha256: hash('sha256', bytes),
    textSha256: hash('sha256', text),
  }
}

async function readFile(bytes: Uint8Array, deadlineAt: number): Promise<TypedReading> {
  if (bytes.length === 0) throw new ReadingError('RESUME_EMPTY', 'the file has no bytes')
  const file = await recognise(bytes)
  switch (file.type) {
    case 'text':
    case 'markdown':
      return plainReading(file.type, file.text)
    case 'pdf':
      return { type: 'pdf', ...(await readPdf(bytes, deadlineAt)) }
    case 'html':
      return { type: 'html', ...(await convertInSandbox('html', Buffer.from(file.text), deadlineAt)) }
    case 'png':
    case 'jpeg':
      throw new ReadingError('RESUME_CONVERSION_FAILED', `${file.type} needs text recognition, which is missing`)
    default:
      return { type: file.type, ...(await convertInSandbox(file.type, bytes, deadlineAt)) }
  }
}

function plainReading(type: ResumeType, text: string): TypedReading {
  return { type, text, pages: null, flags: new Set() }
}

/** An answer keeps its white space, because partners locate quotes in it by offset. */
function cleanAnswer(answer: string): { text: string; suspicious: boolean } {
  const { text, suspicious } = stripInvisible(answer)
  return { text: text.replace(/\0|\p{Cs}/gu, ''), suspicious }
}

function passagesOf(resume: string, answers: string[], blind: boolean): { resume: Passage; answers: Passage[] } {
  if (!blind) return { resume: plainPassage(resume), answers: answers.map(plainPassage) }
  return blindApplication(resume, answers)
}
