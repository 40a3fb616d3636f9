/**
 * JSON that stands in a column goes into an answer as it is: to parse it only in order to write it again takes longer
 * than the rest of a small answer.
 */

/** Known by its text alone. */
class StoredJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** A column's JSON as a part of a body. Nobody may look into it: `JSON.stringify` and `written` alone can read it. */
export function storedJson<Value>(text: string): Value {
  return new StoredJson(text) as Value
}

/** A body that is made when it is sent: an answer that the caller holds already needs none. */
export class WrittenBody {
  readonly #make: () => object

  constructor(make: () => object) {
    this.#make = make
  }

  toString(): string {
    return textOf(this.#make())
  }
}

/** A body that holds stored JSON. Its text is the same as `JSON.stringify` makes of it. */
export function written<Body extends object>(make: () => Body): Body {
  return new WrittenBody(make) as unknown as Body
}

function textOf(value: unknown): string {
  // What JSON has no number for is null there.
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof StoredJson) return value.text
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
