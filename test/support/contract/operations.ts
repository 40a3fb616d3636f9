/** The contract's operations, with their parameters and codes resolved, for suites that cover all operations. */
import type { ErrorCode } from '../../../src/kit/errors.ts'
import { loadContract, type Operation } from '../../../src/platform/contract/contract.ts'

/** The JSON Schema keywords that the contract's requests use. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  minProperties?: number
  dependentRequired?: Record<string, string[]>
  dependentSchemas?: Record<string, Schema>
  oneOf?: Schema[]
  examples?: unknown[]
  'x-bytes-max'?: number
}

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }

export type TestedOperation = Operation & {
  parameters: Parameter[]
  bodySchema: Schema | null
  /** All codes that the operation can return. */
  codes: ErrorCode[]
}

type Definition = {
  parameters?: ({ $ref?: string } & Parameter)[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
  'x-error-codes'?: ErrorCode[]
}

export const contract = loadContract()
const { parameters, schemas } = contract.document.components as unknown as {
  parameters: Record<string, Parameter>
  schemas: Record<string, Schema>
}

/** Returns a schema with its `$ref` resolved. Only a description may accompany a `$ref`. */
export function resolved(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name ? resolved(schemas[name] as Schema) : schema
}

export const operations: TestedOperation[] = contract.operations.map((operation) => {
  const definition = operation.definition as Definition
  const named = (definition.parameters ?? []).map(
    (parameter) => parameters[parameter.$ref?.replace('#/components/parameters/', '') ?? ''] ?? parameter,
  )
  return {
    ...operation,
    parameters: named,
    bodySchema: definition.requestBody?.content['application/json']?.schema ?? null,
    codes: definition['x-error-codes'] ?? [],
  }
})
