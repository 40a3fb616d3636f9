/** The operations that need no key: health checks, and the contract's document. */
import pTimeout from 'p-timeout'
import { ServiceError } from '../../kit/errors.ts'
import { modelFaults } from '../../kit/scoring/model-faults.ts'
import { SECOND } from '../../kit/time.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Handlers } from '../../platform/services.ts'
import { createServedText, type ServedText } from './served-text.ts'

/** Each document is created when it is first requested, and never changes while the process runs. */
const served = new Map<'json' | 'yaml', ServedText>()

/** Returns whether the operation reports that a process is alive or ready. */
export function isHealthCheck({ path }: Pick<Operation, 'path'>): boolean {
  return path === '/livez' || path === '/readyz'
}

type Public = 'getLiveness' | 'getReadiness' | 'getOpenapiJson' | 'getOpenapiYaml'

export const healthHandlers: Pick<Handlers, Public> = {
  getLiveness: async () => ({ status: 200, body: { status: 'ok' } }),

  getReadiness: async (_call, services) => {
    const { contract, database, disk, broker, counters, clockSkew, modelTrust, pool, draining } = services
    if (draining()) throw new ServiceError('SERVICE_UNAVAILABLE')
    await pTimeout(database.readRow(), { milliseconds: contract.timeouts.readinessSeconds * SECOND }).catch(
      (cause: unknown) => {
        throw new ServiceError('SERVICE_UNAVAILABLE', { cause })
      },
    )
    const degraded: Record<string, string> = {}
    const parts = { disk, broker, redis: counters, clock: clockSkew, model: modelTrust }
    for (const [name, part] of Object.entries(parts)) {
      const phrase = await part?.degraded()
      if (phrase) degraded[name] = phrase
    }
    const fault = pool.modelFault()
    if (fault !== null) degraded.model = modelFaults[fault]
    return { status: 200, body: { status: 'ready', degraded } }
  },

  getOpenapiJson: async ({ headers }, { contract }) => {
    const { bytes, headers: own } = textOf('json', () => JSON.stringify(contract.document))(headers['Accept-Encoding'])
    return { status: 200, body: bytes as unknown as Record<string, unknown>, headers: own }
  },

  getOpenapiYaml: async ({ headers }, { contract }) => {
    const { bytes, headers: own } = textOf('yaml', () => contract.yaml)(headers['Accept-Encoding'])
    return { status: 200, body: bytes as unknown as Record<string, unknown>, headers: own }
  },
}

function textOf(name: 'json' | 'yaml', write: () => string): ServedText {
  const text = served.get(name) ?? createServedText(write())
  served.set(name, text)
  return text
}
