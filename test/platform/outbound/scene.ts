/** A resume host with one behaviour, and an outbound client that may reach it. */
import type { ExecutionContext } from 'ava'
import { createOutbound, parseOutboundAllow } from '../../../src/platform/outbound/outbound.ts'
import type { FetchOptions } from '../../../src/platform/outbound/outbound.ts'
import { startResumeHost } from '../../tools/fakes/resume-host.ts'
import type { Behaviour } from '../../tools/fakes/resume-host.ts'

export const BYTES_MAX = 100_000
const OPTIONS: FetchOptions = { bytesMax: BYTES_MAX, redirectsMax: 3, timeoutMs: 10_000 }

/**
 * Starts a host with one behaviour at `/cv`, and an outbound client that may reach it. Both are closed when the test
 * ends.
 */
export async function scene(t: ExecutionContext, behaviour: Behaviour, routes: Record<string, Behaviour> = {}) {
  const host = await startResumeHost({ '/cv': behaviour, ...routes })
  const outbound = createOutbound({ allow: parseOutboundAllow(host.pair) })
  t.teardown(host.stop)
  t.teardown(outbound.close)
  const fetchFile = (options: Partial<FetchOptions> = {}, path = '/cv') =>
    outbound.fetchFile(host.origin + path, { ...OPTIONS, ...options })
  return { host, outbound, fetchFile }
}
