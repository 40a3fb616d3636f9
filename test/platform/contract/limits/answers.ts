/** How large a response may be before it takes more than one token, how many bytes may be unread, and for how long. */
import type { ExecutionContext } from 'ava'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createUnsentBytes, type UnsentBytes } from '../../../../src/app/http/answers/unsent-bytes.ts'
import { chargeAnswer, payDebt } from '../../../../src/features/access/rate-limits.ts'
import type { Caller } from '../../../../src/kit/caller.ts'
import { until } from '../../../tools/until.ts'
import { serve, type Case, type Cases } from './case.ts'

const caller = { partnerId: 'p_1', environment: 'SANDBOX', limits: {} } as Caller

/** Registers a response with this many bytes, all of which are unread. */
function leaveUnread(t: ExecutionContext, unsent: UnsentBytes, owner: string | null, bytes: number) {
  const socket = { destroyed: false, resetAndDestroy: () => {} }
  const response = Object.assign(new EventEmitter(), { writableLength: bytes, socket, req: { socket } })
  unsent.follow(unsent.ownerOf(owner, '192.0.2.1'), response as unknown as ServerResponse)
  t.teardown(() => response.emit('close'))
}

/** Measures how many unread bytes an owner can have before it is refused. */
const refusedAt = (owner: (count: number) => string | null, value: number): Case => ({
  value,
  async observe(t, contract) {
    const unsent = createUnsentBytes(contract, () => {})
    for (let count = 0; ; count += 1) {
      if (unsent.refusalFor(unsent.ownerOf(owner(count), '192.0.2.1'))) return count * 1_000
      leaveUnread(t, unsent, owner(count), 1_000)
    }
  },
})

export const answerCases: Cases = {
  'x-sizes/answer/unsentPartnerBytes': refusedAt(() => 'p_1', 3_000),
  'x-sizes/answer/unsentAddressBytes': refusedAt(() => null, 4_000),
  'x-sizes/answer/unsentProcessBytes': refusedAt((count) => `p_${count}`, 5_000),
  'x-sizes/answer/tokenBytes': {
    value: 1_000,
    async observe(t, contract) {
      const { services, clock } = await serve(t, contract)
      for (let bytes = 0; ; bytes += 100) {
        chargeAnswer(services, caller, 'read_and_ops', bytes)
        clock.instant += 1_000
        const spent = { key: 'read_and_ops:p_1:SANDBOX', limit: 20, windowMs: 1_000 }
        payDebt(services, spent)
        if ((await services.counters.look({ windows: [spent], own: null, slots: 'none' })).counts[0]?.remaining !== 20)
          return bytes - 100
      }
    },
  },
  'x-timeouts/unreadAnswerSeconds': {
    value: 1,
    async observe(t, contract) {
      const startedAt = performance.now()
      let endedAt = 0
      const unsent = createUnsentBytes(contract, () => (endedAt = performance.now()))
      leaveUnread(t, unsent, 'p_1', 1_000)
      await until('the answer has ended', () => endedAt > 0)
      const seconds = (endedAt - startedAt) / 1_000
      // Responses are checked at intervals, so the time is only approximate.
      return seconds >= 1 && seconds < 10 ? 1 : seconds
    },
  },
}
