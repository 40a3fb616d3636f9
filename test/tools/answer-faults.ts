/** Checks from outside whether an answer, as it came over the wire, keeps the released contract, strictly. */
import { parse } from 'yaml'
import { createAnswerCheck, type Answered } from '../../src/platform/contract/answers.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'

export const { document } = loadContract()
const check = createAnswerCheck(document)
const parsed = new Map<unknown, unknown>()

/** The faults of an answer; empty when it keeps the contract. */
export function faultsOf(answered: Answered): string[] {
  const { headers, body } = answered
  if (!String(headers['content-type']).startsWith('application/yaml')) return check(answered)
  // Each text once: the one that the server answers is long.
  if (!parsed.has(body)) parsed.set(body, parse(body as string))
  return check({ ...answered, body: parsed.get(body) })
}
