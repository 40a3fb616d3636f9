import type { IntegrityFlag, ParseFailureCode } from '../../tasks.ts'

export type SandboxType = 'docx' | 'odt' | 'doc' | 'rtf' | 'html'

/** `file` is a name in the sandbox's own folder, made of hexadecimal digits and the type. */
export type SandboxRequest = { type: SandboxType; file: string }

export type SandboxAnswer =
  { ok: true; text: string; flags: IntegrityFlag[] } | { ok: false; code: ParseFailureCode; message: string }
