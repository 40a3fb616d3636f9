/** Sends a partner's requests that are not part of the load: they obey `Retry-After` and are not measured. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientOperations } from '../../generated/client.gen.ts'
import type { Answer } from '../../src/client/index.ts'
import type { PlannedOperation } from '../lib/plan.ts'
import { CouldNotRun } from './could-not-run.ts'

export type Values = Record<string, string>
export type Client = <Id extends keyof ClientOperations>(
  name: Id,
  values?: Values,
  body?: object,
  query?: Values,
) => Promise<Answer<Id>>

/** The maximum number of refused attempts. The waits between them add up to minutes, longer than any window. */
const triesMax = 40

/**
 * Calls operations by their names in the contract, for one partner and, if `values.tenant` is set, one tenant. Rejects
 * with CouldNotRun unless the response is a success.
 */
export function clientOf(url: string, operations: Record<string, PlannedOperation>, key: string): Client {
  return async (name, values = {}, body, query = {}) => {
    const operation = operations[name] as PlannedOperation
    const path = operation.path.replace(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(values[word] ?? ''))
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      ...(values.tenant ? { 'X-Tenant-Id': values.tenant } : {}),
      ...(values.prefer ? { Prefer: values.prefer } : {}),
    }
    const sent = { method: operation.method, headers, body: body && JSON.stringify(body) }
    for (let tries = 1; ; tries += 1) {
      const search = new URLSearchParams({ ...operation.query, ...query })
      const answer = await fetch(`${url}${path}${search.size > 0 ? `?${search}` : ''}`, sent).catch(() => null)
      if (!answer) throw new CouldNotRun(`${url} has stopped answering: look why, and run again`)
      const text = await answer.text()
      if (answer.ok) return text === '' ? null : JSON.parse(text)
      if (answer.status === 401) throw new CouldNotRun(`${url} does not know the key: correct KEY`)
      if (answer.status !== 429 || tries === triesMax)
        throw new CouldNotRun(`${operation.method} ${path} of ${url} answered ${answer.status}: ${text.slice(0, 300)}`)
      await delay(1_000 * Number(answer.headers.get('retry-after') ?? 1))
    }
  }
}
