/**
 * The parts of `load/neighbours.ts`, named after the activity of the other partner; `runner/crowd.ts` is notified of
 * each.
 */
export const hours = { alone: 'alone', unread: 'unread', read: 'read', slowHost: 'slow-host' } as const

/** The two partners, as indexes into the plan's partners. */
export const [neighbour, other] = [0, 1]
