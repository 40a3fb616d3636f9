/**
 * Each operation's policy, listed by hand. Loosening a permission breaks no client, so the contract diff accepts it and
 * the server follows the contract. An intended change must therefore be made here, too. A new operation gets its line
 * in the release that promises it.
 */
import test from 'ava'
import { readFileSync } from 'node:fs'
import { loadContract, type Operation } from '../../src/platform/contract/contract.ts'

const promised = readFileSync(new URL('policies.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

/**
 * Returns `POST /v1/… tenant scoring.write read_and_ops` and the other policies, with `x-` members in the contract's
 * order.
 */
function lineOf(operation: Operation): string {
  const { method, path, scope, permission, bucket, takesBody, bodyBytesMax } = operation
  const { tenantWindow, inFlightCap, idempotent, bodyRequired, replayOmits } = operation
  const marks = [
    tenantWindow && 'window',
    inFlightCap && 'in-flight',
    idempotent && 'idempotent',
    takesBody && `body${bodyRequired ? '' : '?'}=${bodyBytesMax}`,
    replayOmits.length > 0 && `omits=${replayOmits.join()}`,
  ]
  const policy = [scope, permission ?? '-', bucket ?? '-', ...marks.filter((mark) => mark !== false)]
  return `${method.toUpperCase()} ${path}  ${policy.join(' ')}`
}

const nameOf = (line: string) => line.split('  ')[0] as string

test('each operation on the list has the promised policy', (t) => {
  const lines = new Map(loadContract().operations.map((operation) => [nameOf(lineOf(operation)), lineOf(operation)]))
  t.deepEqual(
    promised.map((line) => lines.get(nameOf(line)) ?? `${nameOf(line)} is gone`),
    promised,
  )
  t.true(promised.length > 60)
})
