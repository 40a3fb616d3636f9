/** One server for all tests of a file, for suites that go through the whole contract. */
import assert from 'node:assert/strict'
import test, { type ExecutionContext } from 'ava'

/**
 * Stands in for a test's context in a hook that sets up what a file shares, because a hook has no `teardown`. The
 * teardowns run after the last test, last to first.
 */
export function fileContext(): ExecutionContext {
  const ends: (() => unknown)[] = []
  test.after.always('what the tests shared is torn down', async () => {
    for (const end of ends.reverse()) await end()
  })
  const context = {
    teardown: (end: () => unknown) => void ends.push(end),
    is: assert.strictEqual,
    deepEqual: assert.deepStrictEqual,
  }
  return context as unknown as ExecutionContext
}
