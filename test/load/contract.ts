/** This checkout's contract, in the form in which a run reads it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisedBy, type Document } from '../../load/runner/contract.ts'

export const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../generated/openapi.json'), 'utf8'),
) as Document

export const defaultContract = promisedBy(document)
