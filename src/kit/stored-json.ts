/**
 * JSON that stands in a column goes into an answer as it is: to parse it only in order to write it again takes longer
 * than the rest of a small answer.
 */

/** JSON that a row holds, known by its text alone: `JSON.stringify` and `written` are its only readers. */
class StoredJson<Value> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): Value {
    return JSON.parse(this.text) as Value
  }
}

/** A part of a body that is made when the body is written. */
class LateJson<Value> {
  readonly make: () => Value

  constructor(make: () => Value) {
    this.make = make
  }

  toJSON(): Value {
    return this.make()
  }
}

/** The JSON of a `Value`, as its column holds it. */
export type Stored<Value> = StoredJson<Value>

/** A body of which any part may be stored, or made when it is written. */
export type Parts<Body> = Body extends object
  ? Stored<Body> | LateJson<Parts<Body>> | (Body extends readonly (infer Item)[] ? Parts<Item>[] : PartsOf<Body>)
  : Body

/** The same for a body whose members are known. */
export type PartsOf<Body> = { [Name in keyof Body]: Parts<Body[Name]> }

/** A column's JSON as a part of a body. */
export function storedJson<Value>(text: string): Stored<Value> {
  return new StoredJson<Value>(text)
}

/** A part of a body that `make` returns when it is written: the items of a long list are then made one by one. */
export function lateJson<Value>(make: () => Value): LateJson<Value> {
  return new LateJson(make)
}

/** A body that is made when it is sent: an answer that the caller holds already needs none. */
export class WrittenBody<Body extends object = object> {
  readonly #make: () => Body

  constructor(make: () => Body) {
    this.#make = make
  }

  toString(): string {
    return textOf(this.#make())
  }

  /**
   * Its text in pieces, so that the event loop can turn between two of them. A piece ends after a list item, of the lists
   * that are the body's members. A stored text that several items share is not copied before its piece is sent.
   */
  pieces(): Iterable<string> {
    return piecesOf(this.#make())
  }
}

/** A body that holds stored JSON. Its text is the same as `JSON.stringify` makes of it. */
export function written<Body extends object>(make: () => Body): WrittenBody<Body> {
  return new WrittenBody(make)
}

/** A body that is made while it is sent: its pieces are asked for one by one, as the connection takes them. */
export class StreamedBody {
  readonly pieces: AsyncIterable<string>

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** The least characters of a piece, but for the last. To encode so many takes the event loop far below a millisecond. */
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
  // What JSON has no number for is null there.
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

/** Members of bodies are named by us, so there are few. */
const nameTexts = new Map<string, string>()

/** A member's name, up to its value. */
function nameText(name: string): string {
  const known = nameTexts.get(name)
  if (known !== undefined) return known
  const text = `${JSON.stringify(name)}:`
  nameTexts.set(name, text)
  return text
}
