/** One server for all tests of a file: what suites need that go through the whole contract. */
import assert from 'node:assert/strict'
import test, { type ExecutionContext } from 'ava'

/**
 * Stands in for a test's context where a hook makes what a file shares: a hook has no `teardown` of its own. What is torn
 * down ends after the last test, in reverse.
 */
export function fileContext(): ExecutionContext {
  const ends: (() => unknown)[] = []
  test.after.always('what the tests shared is ended', async () => {
    for (const end of ends.reverse()) await end()
  })
  const context = {
    teardown: (end: () => unknown) => void ends.push(end),
    is: assert.strictEqual,
    deepEqual: assert.deepStrictEqual,
  }
  return context as unknown as ExecutionContext
}
