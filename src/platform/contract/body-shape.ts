/** Reads from the contract the properties of a request's body that the validator does not check. */
import type { BodyShape } from '../../kit/request-body.ts'
import type { Contract, Operation, Schema } from './contract.ts'

/**
 * Returns the shape of an operation's body: its known members, the members in which null means "not sent", and size
 * limits.
 */
export function bodyShapeOf({ resolve }: Pick<Contract, 'resolve'>, { definition }: Operation): BodyShape {
  const shapeOf = (schema: Schema): BodyShape => {
    const { properties, items, oneOf, additionalProperties, 'x-bytes-max': bytesMax } = resolve(schema)
    // If there are several forms, a member is known if any of them defines it, because the form that the caller meant
    // is not determined yet.
    if (oneOf)
      return { properties: Object.assign({}, ...oneOf.map((form) => membersOf(form))) as BodyShape['properties'] }
    return {
      ...(properties ? { properties: membersOf(schema) } : {}),
      ...(properties && additionalProperties !== false ? { ignoresOthers: true } : {}),
      ...(items ? { items: shapeOf(items) } : {}),
      ...(bytesMax ? { bytesMax } : {}),
    }
  }
  const membersOf = (schema: Schema): BodyShape['properties'] => {
    const { properties = {}, required = [] } = resolve(schema)
    const members = Object.entries(properties).map(([name, member]) => {
      const takesNull = [resolve(member).type].flat().includes('null')
      const nullIsAbsent = !takesNull && !required.includes(name)
      return [name, { ...shapeOf(member), ...(nullIsAbsent ? { nullIsAbsent } : {}) }]
    })
    return Object.fromEntries(members) as BodyShape['properties']
  }
  const schema = jsonSchemaOf(definition)
  return schema ? shapeOf(schema) : {}
}

/** Returns the schema of an operation's JSON body; undefined if the operation has none. */
export function jsonSchemaOf({ requestBody }: Operation['definition']): Schema | undefined {
  return requestBody?.content['application/json']?.schema
}
