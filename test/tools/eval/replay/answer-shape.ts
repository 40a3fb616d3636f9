/**
 * Writes a response in the shape that the request's JSON schema requires. Members are matched by name (see `names`),
 * the list of verdicts and single quotes by their type.
 */

/** A verdict as a model returns it. A distorted answer may have anything in `evidence`. */
export type AnswerItem = { id: string; verdict: string; reason?: string; evidence: unknown[] }

type Schema = { type?: unknown; properties?: Record<string, unknown>; items?: unknown }

/** Names that a schema may use for members, and the names of the same members in this file. */
const names: Record<string, string> = { criterionId: 'id', quotes: 'evidence' }

/** Returns the verdicts as a map by id if the schema has a member for each id, and otherwise as a list. */
export function shapedVerdicts({ properties = {} }: Schema, items: AnswerItem[]): unknown {
  const list = Object.entries(properties).find(([, member]) => schemaIn(member).type === 'array')
  if (list) return { [list[0]]: items.map((item) => filled(schemaIn(list[1]).items, item)) }
  return Object.fromEntries(items.map((item) => [item.id, filled(properties[item.id], item)]))
}

/** Returns an object with the schema's only list, whose items have the members that the schema allows. */
export function shapedList({ properties = {} }: Schema, items: object[]): unknown {
  const [name = 'items', list] = Object.entries(properties)[0] ?? []
  return { [name]: items.map((item) => filled(schemaIn(list).items, item)) }
}

/**
 * Returns the item's members that the schema has, in the schema's order. If the schema requires a string, returns only
 * the item's quote. Anything else is returned unchanged.
 */
function filled(schema: unknown, item: unknown): unknown {
  const { type, properties } = schemaIn(schema)
  if (typeof item !== 'object' || item === null) return item
  if (type === 'string' && 'quote' in item) return item.quote
  if (properties === undefined) return item
  const given = new Map<string, unknown>(Object.entries(item))
  const members = Object.entries(properties).flatMap(([name, member]): [string, unknown][] => {
    const value = given.get(names[name] ?? name)
    if (value === undefined) return []
    return [[name, Array.isArray(value) ? value.map((one) => filled(schemaIn(member).items, one)) : value]]
  })
  return Object.fromEntries(members)
}

function schemaIn(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? value : {}
}
