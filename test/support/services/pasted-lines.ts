/** The lines that a first start prints for a shell, and what they answer when pasted. */
import { faultsOf } from '../contract/check.ts'
import { until } from '../until.ts'

export const curlLines = (text: string) => text.split('\n').filter((line) => line.startsWith('curl '))

/** Runs a pasted curl line. @throws Error when the answer breaks the contract */
export async function paste(line: string): Promise<{ status: number; body: any }> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? (plain as string))
  const after = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1] as string] : []))
  const headers = Object.fromEntries(after('-H').map((header) => header.split(': ') as [string, string]))
  const [data] = after('-d')
  const response = await fetch(
    words.find((word) => word.startsWith('http')) as string,
    data ? { method: 'POST', headers, body: data } : { headers },
  )
  const body = await response.json()
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

/** Between two looks at a score: the demo partner may look 100 times in 60 s. */
const pollMs = 600

/** Pastes the line that reads a score until its job has ended. */
export function poll(line: string): Promise<any> {
  const look = async () => {
    const { body } = await paste(line)
    return ['completed', 'failed'].includes(body.status) && body
  }
  return until('the job of the pasted lines ends', look, pollMs)
}
