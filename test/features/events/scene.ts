/** A server without real events and with a manual clock. */
import { type ExecutionContext } from 'ava'
import { recordEvent, type NewEvent } from '../../../src/features/events/record.ts'
import { HandClock } from '../../tools/fakes/hand-clock.ts'
import { startHarness, type Answer, type Client, type Harness } from '../../support/harness.ts'

type Scene = { clock: HandClock; harness: Harness; client: Client; record: (...kinds: Kind[]) => Promise<void> }
export type Kind = NewEvent['type']

/**
 * Starts the server. `record` records events for the client's partner a millisecond apart, and moves the clock past the
 * feed's delay.
 */
export async function makeScene(t: ExecutionContext): Promise<Scene> {
  const clock = new HandClock()
  const harness = await startHarness(t, { overrides: { clock } })
  const client = await harness.client()
  const { services } = harness.server
  const record = async (...kinds: Kind[]) => {
    for (const type of kinds) {
      clock.instant += 1
      await services.database.transaction(() => recordEvent(services, newEvent(client, type)))
    }
    clock.instant += services.timings.eventFeedDelayMs
  }
  return { clock, harness, client, record }
}

export function newEvent({ partnerId }: Client, type: Kind = 'deletion.completed'): NewEvent {
  return { type, partnerId, environment: 'SANDBOX', tenantId: null, applicationId: null, data: { type } }
}

export const typesIn = ({ body }: Answer) => body.data.map(({ type }: { type: string }) => type) as string[]
