/** The access matrix: sends the contract's operations in many ways, and compares the outcomes. */
import type { ExecutionContext } from 'ava'
import type { TestedOperation } from './operations.ts'
import { bodyOf, targetOf, type Ids, type World } from './world.ts'
import type { Answer, Client } from '../harness.ts'

export type Send = (operation: TestedOperation, world: World) => Promise<Answer>

/**
 * Returns a function that sends an operation on the world's resources as `client`. `parts` replace parts of the valid
 * request.
 */
export function asking(client: Client, headers: Record<string, string> = {}, body?: string): Send {
  return (operation, world) => {
    const sent = operation.takesBody ? (body ?? bodyOf(operation, world)) : undefined
    return client.send(operation.method, targetOf(operation, world.ids), sent, headers)
  }
}

/** Returns an outcome such as `404 JOB_NOT_FOUND`, or only the status. */
export function outcome({ status, body }: Answer): string {
  return body?.code ? `${status} ${body.code}` : String(status)
}

/** Sends each operation in each way, and checks that the outcome is the one that `expected` returns. */
export async function check(
  t: ExecutionContext,
  world: World,
  rows: TestedOperation[],
  columns: Record<string, Send>,
  expected: (operation: TestedOperation, answer: Answer) => string,
): Promise<void> {
  const wrong: string[] = []
  for (const operation of rows) {
    for (const [name, send] of Object.entries(columns)) {
      const answer = await send(operation, world)
      const wanted = expected(operation, answer)
      if (outcome(answer) !== wanted) wrong.push(`${operation.id}, ${name}: ${outcome(answer)}, not ${wanted}`)
    }
  }
  t.deepEqual(wrong, [])
  t.true(rows.length > 0)
}

export type Stranger = { name: string; client: Client }

/**
 * Checks that requests for each resource in the world have the outcome `expected`, with the same bytes as for a
 * resource that never existed (`absent`).
 */
export async function checkForeign(
  t: ExecutionContext,
  world: World,
  rows: TestedOperation[],
  strangers: (operation: TestedOperation) => Stranger[],
  {
    expected,
    absent,
  }: { expected: (operation: TestedOperation) => string; absent: (operation: TestedOperation) => Ids },
): Promise<void> {
  t.true(rows.length > 0)
  for (const operation of rows) {
    for (const { name, client } of strangers(operation)) {
      const foreign = await asking(client)(operation, world)
      const nothing = await asking(client)(operation, { ...world, ids: { ...world.ids, ...absent(operation) } })
      const label = `${operation.id}, other ${name}`
      t.is(outcome(foreign), expected(operation), label)
      t.deepEqual(comparable(foreign), comparable(nothing), label)
    }
  }
}

/** Returns a response without the parts that differ between requests. */
export function comparable({ status, headers, body }: Answer): object {
  const { date: _date, 'x-trace-id': _trace, ...rest } = headers
  const kept = Object.entries(rest).filter(([name]) => !name.startsWith('x-ratelimit-'))
  return { status, headers: Object.fromEntries(kept), body: { ...body, traceId: '' } }
}
