/**
 * Pastes the commands that a first start prints, as a user would paste them into a shell, and returns their responses.
 */
import type { ScoringJobReply } from '../../../generated/types.gen.ts'
import { faultsOf } from '../answer-faults.ts'
import { until } from '../until.ts'

export const curlLines = (text: string) => text.split('\n').filter((line) => line.startsWith('curl '))

/**
 * The members that tests read in the responses to these commands: a generation, a submission, its score, or the health.
 */
export type Pasted = { status: number; body: Partial<ScoringJobReply> }

/** Runs a pasted curl command. @throws Error if the response breaks the contract */
export async function paste(line: string): Promise<Pasted> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? (plain as string))
  const after = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1] as string] : []))
  const headers = Object.fromEntries(after('-H').map((header) => header.split(': ') as [string, string]))
  const [data] = after('-d')
  const response = await fetch(
    words.find((word) => word.startsWith('http')) as string,
    data ? { method: 'POST', headers, body: data } : { headers },
  )
  const body = (await response.json()) as Pasted['body']
  const { pathname } = new URL(response.url)
  const seen = {
    method: data ? 'POST' : 'GET',
    path: pathname,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
  }
  const faults = faultsOf(seen)
  if (faults.length > 0) throw new Error(`${pathname} breaks the contract: ${faults.join('; ')}`)
  return seen
}

/** How long to wait between polls, because the demo partner may send only 100 requests in 60 s. */
const pollMs = 600

/** Pastes the command that reads a score until the score's job has ended. */
export function poll(line: string): Promise<Pasted['body']> {
  const look = async () => {
    const { body } = await paste(line)
    return (body.status === 'completed' || body.status === 'failed') && body
  }
  return until('the job of the pasted lines ends', look, pollMs)
}
