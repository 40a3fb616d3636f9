/**
 * Measures one partner at half of its limits, while another partner loads the service within its own limits: first it
 * requests megabytes and reads no response, then it reads every response, and then it submits files on a host that
 * hangs. `runner/crowd.ts` acts as the other partner.
 */
import { hours, neighbour } from './lib/neighbourhood.ts'
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const reads = { partners: [neighbour], share: 0.5, operations: ['getCurrentCriteria'] }
export const options = optionsOf(
  arrivals([
    { ...reads, name: hours.alone, startSeconds: 0, seconds: 20 },
    // The service closes connections that read nothing for 30 s, so after 40 s all of them must be closed.
    { ...reads, name: hours.unread, startSeconds: 20, seconds: 65 },
    { ...reads, name: hours.read, startSeconds: 90, seconds: 20 },
    { ...reads, name: hours.slowHost, startSeconds: 112, seconds: 20 },
  ]),
)
