/**
 * Copies JSON from a column into a response unchanged. Parsing it and writing it again would take longer than the rest
 * of a small response.
 */

/** JSON from a row. Only `written` and `JSON.stringify` read it. */
class StoredJson<Value> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): Value {
    return JSON.parse(this.text) as Value
  }
}

/** A part of a response body that is created when the body is written. */
class LateJson<Value> {
  readonly make: () => Value

  constructor(make: () => Value) {
    this.make = make
  }

  toJSON(): Value {
    return this.make()
  }
}

/** The JSON of a `Value`, as it is stored in a column. */
export type Stored<Value> = StoredJson<Value>

/** A response body in which any part may be stored JSON, or may be created when the body is written. */
export type Parts<Body> = Body extends object
  ? Stored<Body> | LateJson<Parts<Body>> | (Body extends readonly (infer Item)[] ? Parts<Item>[] : PartsOf<Body>)
  : Body

/** An object in which any member may be stored JSON, or may be created when the body is written. */
export type PartsOf<Body> = { [Name in keyof Body]: Parts<Body[Name]> }

/** Returns a column's JSON as a part of a response body. */
export function storedJson<Value>(text: string): Stored<Value> {
  return new StoredJson<Value>(text)
}

/**
 * Returns a part of a response body; `make` creates the part when it is time to write it. If each item of a long list
 * is such a part, the items are created one by one.
 */
export function lateJson<Value>(make: () => Value): LateJson<Value> {
  return new LateJson(make)
}

/** A body that is created only when it is sent: a 304 needs none, because the caller already has the response. */
export class WrittenBody<Body extends object = object> {
  readonly #make: () => Body

  constructor(make: () => Body) {
    this.#make = make
  }

  toString(): string {
    return textOf(this.#make())
  }

  /**
   * Yields the body as strings, piece by piece, so that other events can run in between. A piece ends only after an
   * item of a list, and the list must be a direct member of the body.
   */
  pieces(): Iterable<string> {
    return piecesOf(this.#make())
  }
}

/** Returns a body that contains stored JSON. It is written exactly as `JSON.stringify` would write it. */
export function written<Body extends object>(make: () => Body): WrittenBody<Body> {
  return new WrittenBody(make)
}

/**
 * A body that is created while it is sent. The next piece is created when the connection has accepted the previous one.
 */
export class StreamedBody {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/**
 * The minimum number of characters of a piece, except the last one. Encoding that many takes far less than a
 * millisecond.
 */
export const pieceCharacters = 65_536

function* piecesOf(body: object): Generator<string> {
  let piece = '{'
  for (const name in body) {
    const member = (body as Record<string, unknown>)[name]
    if (member === undefined) continue
    piece += `${piece === '{' ? '' : ','}${nameText(name)}`
    if (!Array.isArray(member)) piece += textOf(member)
    else {
      for (const [index, item] of member.entries()) {
        piece += `${index === 0 ? '[' : ','}${textOf(item)}`
        if (piece.length < pieceCharacters) continue
        yield piece
        piece = ''
      }
      piece += member.length === 0 ? '[]' : ']'
    }
  }
  yield `${piece}}`
}

function textOf(value: unknown): string {
  // NaN and infinities become null, as in JSON.stringify.
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof StoredJson) return value.text
  if (value instanceof LateJson) return textOf(value.make())
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  let text = ''
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) text += `${text === '' ? '{' : ','}${nameText(name)}${textOf(member)}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** Member names as JSON. The map needs no limit, because only our own code chooses these names. */
const nameTexts = new Map<string, string>()

/** Returns a member's name as JSON, with a colon. */
function nameText(name: string): string {
  const known = nameTexts.get(name)
  if (known !== undefined) return known
  const text = `${JSON.stringify(name)}:`
  nameTexts.set(name, text)
  return text
}
