/** Shortcuts for tests that read resumes: from bytes to a parsed resume or an error code. */
import { createSandboxes, type Sandboxes } from '../../src/platform/reading/sandboxes.ts'
import { parseResume, type Thread } from '../../workers/parse-resume.ts'
import type { ParsedResume, ParseResumeOutcome } from '../../workers/tasks.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { monotonicMs } from '../../src/kit/time.ts'

const sizes = loadContract().sizes.resume

/** A deadline that is never reached, even on a busy machine. */
const deadlineMs = 60_000

let sandboxes: Sandboxes | undefined

/** The parameter that a task gets from its thread. Here, the test itself provides it. */
export const thread: Thread = {
  openSandbox(port) {
    sandboxes ??= createSandboxes({})
    sandboxes.serve(port)
  },
}

/** Parses a file, by default without redaction. */
export async function parse(
  bytes: Uint8Array,
  deadlineAt = monotonicMs() + deadlineMs,
  blind = false,
): Promise<ParseResumeOutcome> {
  const task = { source: { bytes }, answers: [], blind, sizes, languages: ['eng'], deadlineAt }
  // a scan is returned unread only if no OCR languages are given
  return (await parseResume(task, thread)) as ParseResumeOutcome
}

/** Parses a file and fails if it cannot be read. */
export async function read(bytes: Uint8Array): Promise<ParsedResume> {
  const outcome = await parse(bytes)
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`)
  return outcome.value
}

/** Returns the error code, or `read`. */
export async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const outcome = await parse(bytes)
  return outcome.ok ? 'read' : outcome.code
}
