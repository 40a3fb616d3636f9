/** The sending of webhooks, in the worker's half of a process. */
import pTimeout from 'p-timeout'
import { createSender } from '../../features/webhooks/sender.ts'
import type { Services } from '../../platform/services.ts'
import { every } from '../periodic.ts'

export type Deliveries = {
  /** Begins no new try and waits for those in flight, at most `timings.deliveryTimeoutMs`; others do the rest. */
  stop: () => Promise<void>
}

export function startDeliveries(services: Services): Deliveries {
  const { log, timings } = services
  const sender = createSender(services)
  const polls = every(timings.deliverySweepMs, 'the poll for webhook deliveries', log, sender.poll)
  return {
    async stop() {
      const ended = Promise.all([polls.stop(), sender.stop()])
      await pTimeout(ended, { milliseconds: timings.deliveryTimeoutMs, fallback: () => [] })
    },
  }
}
