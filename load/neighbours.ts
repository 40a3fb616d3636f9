/**
 * A partner at half of its limits, next to another that stays within its own limits but requests megabytes and reads
 * none of them, then reads all of them, then submits files on a host that hangs. `runner/crowd.ts` is the other
 * partner.
 */
import { hours, neighbour } from './lib/neighbourhood.ts'
import { arrivals, optionsOf } from './lib/open-model.ts'

export { arrive, handleSummary } from './lib/open-model.ts'

const reads = { partners: [neighbour], share: 0.5, operations: ['getCurrentCriteria'] }
export const options = optionsOf(
  arrivals([
    { ...reads, name: hours.alone, startSeconds: 0, seconds: 20 },
    // Responses may be unread for 30 s; all connections must be closed after 40 s.
    { ...reads, name: hours.unread, startSeconds: 20, seconds: 65 },
    { ...reads, name: hours.read, startSeconds: 90, seconds: 20 },
    { ...reads, name: hours.slowHost, startSeconds: 112, seconds: 20 },
  ]),
)
