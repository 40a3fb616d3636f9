/**
 * The parts of `load/neighbours.ts`, named after what the other partner does in them. `runner/crowd.ts` acts as that
 * partner.
 */
export const hours = { alone: 'alone', unread: 'unread', read: 'read', slowHost: 'slow-host' } as const

/** The two partners, as indexes into the plan's partners. */
export const [neighbour, other] = [0, 1]
