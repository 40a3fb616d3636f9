/**
 * Lookups that were found valid, so that the same one is valid at once.
 *
 * A lookup depends on its target and on the headers that the contract names, and partners ask for the same things all
 * the time; to validate one takes a twentieth of a read (measured). What is invalid is not kept.
 */
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Operation } from './contract.ts'

type Asked = Required<Pick<IncomingMessage, 'url' | 'headers'>>

/** Far more than partners repeat within seconds, in a few megabytes. */
const keptMost = 10_000
/** UTF-16 units of what one depends on. Longer ones are validated each time. */
const unitsMax = 400

/** Returns a function that lets lookups of an operation be validated once; its memory serves all operations of a contract. */
export function createMemory<Valid extends { params: object; query: object }>() {
  const kept = new LRUCache<string, Valid>({ max: keptMost })
  const keep = async (key: string, validating: Promise<Valid>): Promise<Valid> => {
    const valid = await validating
    if (key.length > unitsMax) return valid
    // All who ask for it get the same objects.
    Object.freeze(valid.params)
    Object.freeze(valid.query)
    kept.set(key, valid)
    return valid
  }
  return <Request extends Asked, Response>(
    { headerNames }: Operation,
    validate: (request: Request, response: Response) => Promise<Valid>,
  ) => {
    const names = headerNames.map((name) => name.toLowerCase())
    return (request: Request, response: Response): Valid | Promise<Valid> => {
      const { url, headers } = request
      let key = url
      // No header holds a line break, and one that is missing differs from one that is empty.
      for (const name of names) key += name in headers ? `\n:${headers[name]}` : '\n'
      return kept.get(key) ?? keep(key, validate(request, response))
    }
  }
}
