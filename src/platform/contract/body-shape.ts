/** What the contract says of a request's body beyond validation. */
import type { BodyShape } from '../../kit/request-body.ts'
import type { Contract, Operation, Schema } from './contract.ts'

/** The shape of an operation's body: where members are ignored, and how large a member may be as JSON. */
export function bodyShapeOf({ resolve }: Pick<Contract, 'resolve'>, { definition }: Operation): BodyShape {
  const shapeOf = (schema: Schema): BodyShape => {
    const { properties, items, additionalProperties, 'x-bytes-max': bytesMax } = resolve(schema)
    return {
      ...(properties ? { properties: mapValues(properties, shapeOf) } : {}),
      ...(properties && additionalProperties !== false ? { ignoresOthers: true } : {}),
      ...(items ? { items: shapeOf(items) } : {}),
      ...(bytesMax ? { bytesMax } : {}),
    }
  }
  const schema = definition.requestBody?.content['application/json'].schema
  return schema ? shapeOf(schema) : {}
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}
