/** Sends webhook deliveries, as part of the worker role. */
import pTimeout from 'p-timeout'
import { createSender } from '../../features/webhooks/sender.ts'
import type { Services } from '../../platform/services.ts'
import { every } from '../periodic.ts'

export type Deliveries = {
  /**
   * Starts no new attempts, and waits for those in flight for at most `timings.deliveryTimeoutMs`. Other workers send
   * the rest.
   */
  stop: () => Promise<void>
}

/** Checks for due deliveries periodically, and sends them. */
export function startDeliveries(services: Services): Deliveries {
  const { log, timings } = services
  const sender = createSender(services)
  const polls = every(timings.deliverySweepMs, 'polling for webhook deliveries', log, sender.poll)
  return {
    async stop() {
      const ended = Promise.all([polls.stop(), sender.stop()])
      await pTimeout(ended, { milliseconds: timings.deliveryTimeoutMs, fallback: () => [] })
    },
  }
}
