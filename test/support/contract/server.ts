/** One server for all tests of a file, for suites that cover the whole contract. */
import assert from 'node:assert/strict'
import test, { type ExecutionContext } from 'ava'

/**
 * Returns a replacement for a test's context, for hooks that set up a file's shared resources: a hook's own context has
 * no `teardown`. The teardowns run after the last test, in reverse order.
 */
export function fileContext(): ExecutionContext {
  const ends: (() => unknown)[] = []
  test.after.always('shared resources are released', async () => {
    for (const end of ends.reverse()) await end()
  })
  const context = {
    teardown: (end: () => unknown) => void ends.push(end),
    is: assert.strictEqual,
    deepEqual: assert.deepStrictEqual,
  }
  return context as unknown as ExecutionContext
}
