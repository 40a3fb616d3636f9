/**
 * Shortcuts for tests that read resumes: bytes in, the parsed resume or its error code out.
 */
import { createSandboxes, type Sandboxes } from '../../src/platform/reading/sandboxes.ts'
import { parseResume, type Thread } from '../../workers/parse-resume.ts'
import type { ParsedResume, ParseResumeOutcome } from '../../workers/tasks.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { monotonicMs } from '../../src/kit/time.ts'

const sizes = loadContract().sizes.resume

/** Far enough away for a busy machine; no test waits for it. */
const deadlineMs = 60_000

let sandboxes: Sandboxes | undefined

/** The functions that a task gets from its thread, provided by the test itself. */
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
  return (await parseResume(task, thread)) as ParseResumeOutcome // a scan is returned unread only without languages
}

/** Parses a file that must be readable. */
export async function read(bytes: Uint8Array): Promise<ParsedResume> {
  const outcome = await parse(bytes)
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`)
  return outcome.value
}

/** The failure's code, or `read`. */
export async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const outcome = await parse(bytes)
  return outcome.ok ? 'read' : outcome.code
}
