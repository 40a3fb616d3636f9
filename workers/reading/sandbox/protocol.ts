/** The messages between a reading thread, the server, which owns the sandboxes, and a sandbox. Types only. */
import type { FailureCause } from '../../../src/kit/scoring/failure-cause.ts'
import type { IntegrityFinding, ParseFailureCode, ResumeSizes } from '../../tasks.ts'

export type SandboxType = 'docx' | 'wordxml' | 'odt' | 'doc' | 'rtf' | 'html' | 'json' | 'xml'

/** `file` is a name in the sandbox's own folder, consisting of hexadecimal digits and the type. */
export type Conversion = { type: SandboxType; file: string; sizes: ResumeSizes }

/** Once `deadlineAt` (`monotonicMs`) has passed, the sandbox is ended. */
export type SandboxRequest = Conversion & { deadlineAt: number }

/** The text has replaced the file, in UTF-16. `lost`, `killed`: see `ParseResumeOutcome`. */
export type SandboxAnswer =
  | { ok: true; findings: IntegrityFinding[]; people?: string[] }
  | ({ ok: false; code: ParseFailureCode; message: string; lost?: true; killed?: SandboxType } & FailureCause)
