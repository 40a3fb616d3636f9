/** Checks from outside the service whether a response strictly matches the released contract. */
import { parse } from 'yaml'
import { createAnswerCheck, type Answered } from '../../src/platform/contract/answers.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'

export const { document } = loadContract()
const check = createAnswerCheck(document)
const parsed = new Map<unknown, unknown>()

/** Returns the faults of a response, or an empty list if it matches the contract. */
export function faultsOf(answered: Answered): string[] {
  const { headers, body } = answered
  if (!String(headers['content-type']).startsWith('application/yaml')) return check(answered)
  // Each text is parsed only once, because the server's own contract is long.
  if (!parsed.has(body)) parsed.set(body, parse(body as string))
  return check({ ...answered, body: parsed.get(body) })
}
