import test from 'ava'
import { readBody, type BodyShape } from '../../src/kit/request-body.ts'

const shape: BodyShape = {
  properties: { data: { ignoresOthers: true, bytesMax: 40, properties: { kept: {} } }, list: { items: {} } },
}
const read = (text: string | Buffer, withSha256 = false) => readBody(Buffer.from(text), shape, withSha256)

test('members that the operation ignores are dropped, and all others are kept', (t) => {
  const read1 = read('{"data":{"kept":{"a":1},"crm":[1,2]},"other":{"crm":1},"list":[{"crm":1}]}')
  t.deepEqual(read1, {
    ok: true,
    body: { data: { kept: { a: 1 } }, other: { crm: 1 }, list: [{ crm: 1 }] },
    sha256: null,
  })
})

test('a byte order mark before the text is allowed', (t) => {
  t.deepEqual(read('\u{feff}[1]'), { ok: true, body: [1], sha256: null })
})

test('the hash covers everything that was sent, but not the order of members', (t) => {
  const shaOf = (text: string) => {
    const outcome = read(text, true)
    return outcome.ok && outcome.sha256
  }
  t.is(shaOf('{"list":[1],"data":{"crm":1}}'), shaOf('{ "data": {"crm": 1.0}, "list": [1] }'))
  t.not(shaOf('{"data":{"crm":1}}'), shaOf('{"data":{"crm":2}}'))
})

test('a body with a number that is too large for a double can still be hashed', (t) => {
  const outcome = read('{"data":{"crm":1e400}}', true)
  t.like(outcome, { ok: true, body: { data: {} } })
  t.regex((outcome as { sha256: string }).sha256, /^[0-9a-f]{64}$/)
})

test('a fault states its position', (t) => {
  for (const [text, code, field] of [
    [Buffer.from([0x22, 0xff, 0x22]), 'encoding', ''],
    ['{"data":', 'json', ''],
    ['{"data":[1,{"a":"\\u0000"}]}', 'text', 'data[1].a'],
    ['{"data":{"\\ud800":1}}', 'text', 'data'],
    [`{"data":{"crm":"${'x'.repeat(40)}"}}`, 'too_large', 'data'],
  ] as const) {
    const outcome = read(text)
    t.like(outcome, { ok: false, fault: { code, field } })
  }
})
