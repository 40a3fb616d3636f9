/** The types of the messages between a reading thread, a sandbox, and the server, which starts the sandboxes. */
import type { FailureCause } from '../../../src/kit/scoring/failure-cause.ts'
import type { IntegrityFinding, ParseFailureCode, ResumeSizes } from '../../tasks.ts'

export type SandboxType = 'docx' | 'wordxml' | 'odt' | 'doc' | 'rtf' | 'html' | 'json' | 'xml'

/** `file` is the name of a file in the sandbox's folder: hexadecimal digits and the type. */
export type Conversion = { type: SandboxType; file: string; sizes: ResumeSizes }

/** When `deadlineAt` (`monotonicMs`) has passed, the sandbox is stopped. */
export type SandboxRequest = Conversion & { deadlineAt: number }

/** If `ok`, the file contains the text in UTF-16. `ParseResumeOutcome` explains `lost` and `killed`. */
export type SandboxAnswer =
  | { ok: true; findings: IntegrityFinding[]; people?: string[] }
  | ({ ok: false; code: ParseFailureCode; message: string; lost?: true; killed?: SandboxType } & FailureCause)
