/** Bodies that break the contract, each made from a valid body. */
import { deflateSync, gzipSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'
import { keeps, valueOf, type Special } from './arbitraries.ts'
import type { Schema } from './operations.ts'
import { jsonType } from './wire.ts'

/** A body with one flaw, the headers that describe the body, and the expected status. */
export type BodyFlaw = { flaw: string; body: Buffer | null; headers: [string, string][]; status: number }

const flawed = (flaw: string, body: Buffer | string | null, status = 400, headers = [jsonType]): BodyFlaw => ({
  flaw,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  headers,
  status,
})

/** Returns bodies that an operation with this schema must refuse, with the expected status. */
export function bodyFlawOf(schema: Schema, special: Special): Arbitrary<BodyFlaw> {
  const valid = valueOf(schema, special)
  const broken = fc.oneof(fc.jsonValue({ maxDepth: 3 }), mutated(valid)).filter((value) => !keeps(schema, value))
  const text = valid.map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 12, arbitrary: broken.map((value) => flawed('a value that the schema refuses', JSON.stringify(value))) },
    { weight: 2, arbitrary: proto(text, schema) },
    { weight: 2, arbitrary: badText(valid) },
    { weight: 2, arbitrary: badJson(text) },
    { weight: 2, arbitrary: badBytes(text) },
    { weight: 2, arbitrary: badType(text) },
    { weight: 1, arbitrary: deep },
    ...(keeps(schema, {}) ? [] : [{ weight: 1, arbitrary: fc.constant(flawed('no body', null)) }]),
  )
}

// ── values ──────────────────────────────────────────────────────────────────────────────────────

type Place = { holder: Record<string, unknown>; name: string }

/** Returns every place in a value that can be changed, starting with the root. */
function placesOf(root: Record<string, unknown>): Place[] {
  const places: Place[] = []
  const visit = (holder: Record<string, unknown>, name: string) => {
    places.push({ holder, name })
    const value = holder[name]
    if (typeof value !== 'object' || value === null) return
    for (const member of Object.keys(value)) visit(value as Record<string, unknown>, member)
  }
  visit(root, 'value')
  return places
}

/** Longer than 64 KiB, above which the service reports only a body's first fault. */
const long = 'x'.repeat(70_000)
const strange = [null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', long, [], {}, [[]], { '': '' }, '__proto__', [null]]

type Change = (place: Place, other: unknown) => void

const changes: Change[] = [
  ({ holder, name }, other) => (holder[name] = other),
  ({ holder, name }) => (Array.isArray(holder) ? holder.splice(Number(name), 1) : delete holder[name]),
  ({ holder, name }, other) => {
    const value = holder[name]
    if (typeof value === 'object' && value !== null) Object.assign(value, { surprise: other })
  },
  ({ holder, name }) => {
    const value = holder[name]
    if (Array.isArray(value)) holder[name] = Array.from({ length: 101 }, () => value[0])
    else if (typeof value === 'string') holder[name] = value.repeat(2_000)
  },
]

/** Returns the value with one place changed. The result may still be valid. */
function mutated(valid: Arbitrary<unknown>): Arbitrary<unknown> {
  const other = fc.oneof(fc.constantFrom(...strange), fc.jsonValue({ maxDepth: 2 }))
  return fc.tuple(valid, fc.nat(), fc.constantFrom(...changes), other).map(([value, at, change, replacement]) => {
    const root: Record<string, unknown> = { value: structuredClone(value) }
    const places = placesOf(root)
    change(places[at % places.length] as Place, replacement)
    return root.value ?? null
  })
}

/** Generates bodies with members that would reach the prototype of an object into which they are copied. */
function proto(text: Arbitrary<string>, schema: Schema): Arbitrary<BodyFlaw> {
  const member = fc.constantFrom('"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"isAdmin":true}}')
  return fc
    .tuple(text, member)
    .map(([body, first]) => (body === '{}' ? `{${first}}` : body.replace('{', `{${first},`)))
    .filter((body) => !keeps(schema, JSON.parse(body)))
    .map((body) => flawed('a member of the prototype', body))
}

/** Generates malformed text in any value or name. */
function badText(valid: Arbitrary<unknown>): Arbitrary<BodyFlaw> {
  const bad = fc.constantFrom('\0', 'a\0b', '\ud800', '\udfff\ud800', 'x\udc00')
  return fc.tuple(valid, fc.nat(), bad, fc.boolean()).map(([value, at, text, inName]) => {
    const root: Record<string, unknown> = { value: structuredClone(value) }
    const places = placesOf(root).filter(({ holder, name }) => {
      const there = holder[name]
      return inName ? typeof there === 'object' && there !== null && !Array.isArray(there) : typeof there === 'string'
    })
    const place = places[at % places.length] ?? { holder: root, name: 'value' }
    place.holder[place.name] = inName ? { ...(place.holder[place.name] as object), [text]: 1 } : text
    return flawed('text with NUL or a lone surrogate', JSON.stringify(root.value))
  })
}

// ── texts and bytes ─────────────────────────────────────────────────────────────────────────────

const notJson = ['{', '{a:1}', "{'a':1}", '{"a":01}', '{"a":NaN}', '{"a":.5}', '{"a":"\t"}', '{"a":"\\x"}', 'undefined']
const tails = ['}', ',', 'x', '{}', '//', '\u00a0', '/* */']

function badJson(text: Arbitrary<string>): Arbitrary<BodyFlaw> {
  const cut = fc.tuple(text, fc.nat()).map(([body, at]) => body.slice(0, 1 + (at % (body.length - 1))))
  const tail = fc.tuple(text, fc.constantFrom(...tails)).map(([body, end]) => body + end)
  return fc.oneof(cut, tail, fc.constantFrom(...notJson)).map((body) => flawed('text that is not JSON', body))
}

/**
 * Bytes that are not UTF-8, in the middle of the JSON: a lone byte, an overlong form, a surrogate, a code point beyond
 * Unicode.
 */
const notUtf8 = [[0xff], [0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]]

function badBytes(text: Arbitrary<string>): Arbitrary<BodyFlaw> {
  const inside = fc.constantFrom(...notUtf8).map((bytes) => (body: string) => {
    const at = body.indexOf('"') + 1
    return Buffer.concat([Buffer.from(body.slice(0, at)), Buffer.from(bytes), Buffer.from(body.slice(at))])
  })
  const whole = fc.constantFrom<(body: string) => Buffer>(
    (body) => Buffer.from(body, 'utf16le'),
    (body) => Buffer.from(`\ufeff${body}`, 'utf16le').swap16(),
    (body) => gzipSync(body),
    (body) => deflateSync(body),
  )
  return fc
    .tuple(
      text.filter((body) => body.includes('"')),
      fc.oneof(inside, whole),
    )
    .map(([body, encode]) => flawed('bytes that are no UTF-8', encode(body)))
}

const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json-patch+json',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'json',
  ';',
]

function badType(text: Arbitrary<string>): Arbitrary<BodyFlaw> {
  const type = fc.constantFrom(...types).map((value): [string, string][] => [['Content-Type', value]])
  const encoding = fc
    .constantFrom('gzip', 'deflate', 'br', 'identity, gzip', 'x')
    .map((value): [string, string][] => [jsonType, ['Content-Encoding', value]])
  return fc
    .tuple(text, fc.oneof(type, encoding, fc.constant<[string, string][]>([])))
    .map(([body, headers]) => flawed('a type or encoding that is not JSON in UTF-8', body, 415, headers))
}

/** Nesting from just above the allowed depth to a depth that would exhaust the stack. */
const deep = fc
  .tuple(fc.constantFrom(65, 1_000, 50_000), fc.constantFrom('[', '{"a":'))
  .map(([levels, open]) => open.repeat(levels) + '1' + (open === '[' ? ']' : '}').repeat(levels))
  .map((body) => flawed('levels without end', body))

/**
 * Generates bodies that JSON does not define, or that parsers treat differently. The only promise is that the service
 * stays healthy.
 */
export function oddBodyOf(schema: Schema, special: Special): Arbitrary<Buffer> {
  const text = valueOf(schema, special).map((value) => JSON.stringify(value))
  const odd = fc.constantFrom<(body: string) => string>(
    (body) => body.replace(/"(\w+)":/, '"$1":null,$&'),
    (body) => `\ufeff${body}`,
    (body) => `${' \n\t\r'.repeat(20_000)}${body}`,
    (body) => body.replace(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
    (body) => body.replace(/:("[^"]*"|\d+)/, `:1${'0'.repeat(400)}`),
    (body) => body.replace(/:("[^"]*"|\d+)/, ':-0.1e-400'),
  )
  return fc.tuple(text, odd).map(([body, change]) => Buffer.from(change(body)))
}
