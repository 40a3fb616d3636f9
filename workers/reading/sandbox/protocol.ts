/** The messages between a reading thread, a sandbox, and the server, which owns the sandboxes. Types only. */
import type { FailureCause } from '../../../src/kit/scoring/failure-cause.ts'
import type { IntegrityFinding, ParseFailureCode, ResumeSizes } from '../../tasks.ts'

export type SandboxType = 'docx' | 'wordxml' | 'odt' | 'doc' | 'rtf' | 'html' | 'json' | 'xml'

/** `file` is a name in the sandbox's own folder, made of hexadecimal digits and the type. */
export type Conversion = { type: SandboxType; file: string; sizes: ResumeSizes }

/** When `deadlineAt` (`monotonicMs`) has passed, the sandbox is stopped. */
export type SandboxRequest = Conversion & { deadlineAt: number }

/** The file now contains the text, in UTF-16. For `lost` and `killed`, see `ParseResumeOutcome`. */
export type SandboxAnswer =
  | { ok: true; findings: IntegrityFinding[]; people?: string[] }
  | ({ ok: false; code: ParseFailureCode; message: string; lost?: true; killed?: SandboxType } & FailureCause)
