/** The operations without a key: health, and the contract's own document. */
import pTimeout from 'p-timeout'
import { ServiceError } from '../../kit/errors.ts'
import type { Handlers } from '../../platform/services.ts'

/** A database that takes longer to answer counts as not ready. */
const databaseCheckMs = 2_000

type Public = 'getLiveness' | 'getReadiness' | 'getOpenapiJson' | 'getOpenapiYaml'

export const healthHandlers: Pick<Handlers, Public> = {
  getLiveness: async () => ({ status: 200, body: { status: 'ok' } }),

  getReadiness: async (_call, { database, broker, counters, draining }) => {
    if (draining()) throw new ServiceError('SERVICE_UNAVAILABLE')
    await pTimeout(database.ping(), { milliseconds: databaseCheckMs }).catch((cause: unknown) => {
      throw new ServiceError('SERVICE_UNAVAILABLE', { cause })
    })
    const degraded: Record<string, string> = {}
    for (const [name, part] of Object.entries({ broker, redis: counters })) {
      const phrase = part.degraded()
      if (phrase !== null) degraded[name] = phrase
    }
    return { status: 200, body: { status: 'ready', degraded } }
  },

  getOpenapiJson: async (_call, { contract }) => ({
    status: 200,
    body: contract.document as unknown as Record<string, unknown>,
  }),

  getOpenapiYaml: async (_call, { contract }) => ({ status: 200, body: contract.yaml }),
}
