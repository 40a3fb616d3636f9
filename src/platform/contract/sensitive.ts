/** The members that the contract marks as sensitive (`x-sensitive`): the log omits them. */

type Node = { [name: string]: unknown }

/**
 * Returns the names of the members, parameters and headers with sensitive values. Each name is included as written and
 * in lower case, because Node converts header names to lower case. The mark can be on a parameter or header, or on a
 * schema, a schema to which it refers, or the schema of its items. It can also be on the security scheme, whose header
 * is `Authorization`.
 */
export function sensitiveNames(document: object): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (name: string) => names.add(name).add(name.toLowerCase())
  const isSensitive = (node: unknown): boolean => {
    if (!isNode(node)) return false
    const { $ref, schema, items } = node
    return node['x-sensitive'] === true || [target(document, $ref), schema, items].some(isSensitive)
  }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { in: place, name, properties, headers, scheme } = node as Node
    if (typeof place === 'string' && typeof name === 'string' && isSensitive(node)) add(name)
    if (scheme === 'bearer' && isSensitive(node)) add('Authorization')
    for (const members of [properties, headers])
      if (isNode(members)) for (const [each, member] of Object.entries(members)) if (isSensitive(member)) add(each)
    Object.values(node).forEach(visit)
  }
  visit(document)
  return names
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a reference's target in the bundled document. */
function target(document: object, reference: unknown): unknown {
  if (typeof reference !== 'string') return undefined
  const names = reference.replace('#/', '').split('/')
  return names.reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), document)
}
