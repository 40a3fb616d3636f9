/** The sending of webhooks, in the worker's half of a process. */
import { sweepOldDeliveries } from '../features/webhook-deliveries.ts'
import { createSender } from '../features/webhook-sending.ts'
import type { Services } from '../platform/services.ts'
import { every } from './periodic.ts'

export type Deliveries = {
  /** Begins no new try and waits for those in flight, at most `periods.deliveryTimeoutMs`; others do the rest. */
  stop: () => Promise<void>
}

/** Kept for a month: minutes more are nothing. */
const keptSweepMs = 10 * 60_000

export function startDeliveries(services: Services): Deliveries {
  const { log, periods } = services
  const sender = createSender(services)
  const looks = every(periods.deliverySweepMs, 'the look for webhook deliveries', log, sender.look)
  const sweep = every(keptSweepMs, 'the sweep of webhook deliveries', log, () => sweepOldDeliveries(services))
  return {
    async stop() {
      await Promise.all([looks.stop(), sweep.stop(), sender.stop()])
    },
  }
}
