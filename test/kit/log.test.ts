/** The log omits the values of sensitive members, wherever they are in a line. */
import test from 'ava'
import { createLog } from '../../src/kit/log.ts'

/** Returns a log line with these fields, without its time and level. */
function logged(fields: object, sensitive = ['resumeUrl', 'key', 'name']): Record<string, unknown> {
  const lines: string[] = []
  createLog('info', new Set(sensitive), { write: (line) => void lines.push(line) }).info(fields, 'text')
  const { time: _time, level: _level, msg: _msg, ...rest } = JSON.parse(lines[0] as string)
  return rest
}

test("the log contains a sensitive member's name, but not its value, whatever the value is", (t) => {
  const fields = { status: 200, resumeUrl: 'https://canary', key: { nested: 'canary' }, name: null }
  t.deepEqual(logged(fields), { status: 200, resumeUrl: '[redacted]', key: '[redacted]', name: '[redacted]' })
})

test('sensitive members are omitted at any depth, in lists and in errors, and the caller’s object is not changed', (t) => {
  const err = Object.assign(new TypeError('failed', { cause: new Error('because') }), {
    code: 'ER_X',
    request: { resumeUrl: 'canary' },
  })
  const fields = { list: [{ ok: 1 }, { key: 'canary' }], deep: { a: { b: { key: 'canary' } } }, err, cause: err }
  const line = logged(fields)
  t.false(JSON.stringify(line).includes('canary'))
  t.deepEqual(line.list, [{ ok: 1 }, { key: '[redacted]' }])
  t.like(line.err, {
    type: 'TypeError',
    message: 'failed: because',
    code: 'ER_X',
    request: { resumeUrl: '[redacted]' },
  })
  t.regex((line.err as { stack: string }).stack, /log\.test\.ts[^]*caused by: Error: because/)
  t.deepEqual(line.cause, line.err)
  t.is((fields.list[1] as { key: string }).key, 'canary')
  t.is(err.request.resumeUrl, 'canary')
})

test('values nested too deeply to be checked are omitted', (t) => {
  const circle: Record<string, unknown> = { status: 'seen' }
  circle.self = circle
  const text = JSON.stringify(logged({ circle }))
  t.true(text.includes('seen') && text.endsWith(`"[redacted]"${'}'.repeat(6)}`), text)
})

test('a line without sensitive members is written unchanged', (t) => {
  const at = new Date(0)
  t.deepEqual(logged({ traceId: 'abc', ms: 3, ids: ['sj_1'], at, none: null }), {
    ...{ traceId: 'abc', ms: 3, ids: ['sj_1'], none: null },
    at: at.toJSON(),
  })
})
