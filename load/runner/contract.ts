/** Reads the values that a plan needs from the contract that the server serves. */
import type { Objectives, PlannedOperation, RateLimits } from '../lib/plan.ts'
import { CouldNotRun } from './could-not-run.ts'

type Schema = {
  $ref?: string
  examples?: Record<string, unknown>[]
  properties?: Record<string, { maxItems?: number }>
}
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; example?: string }
type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
  'x-scope': string
  'x-rate-limit-bucket'?: string
  'x-tenant-window'?: boolean
  'x-in-flight-cap'?: boolean
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
  'x-rate-limits'?: RateLimits
  'x-objectives'?: Objectives
}

export type Promised = { operations: Record<string, PlannedOperation>; limits: RateLimits; objectives: Objectives }

/** The server's contract. @throws CouldNotRun if no server of this service responds */
export async function fetchContract(base: string): Promise<Document> {
  const answer = await fetch(`${base}/openapi.json`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  if (!answer) throw new CouldNotRun(`nothing answers at ${base}: start the server, or correct BASE`)
  const document = answer.ok ? ((await answer.json().catch(() => null)) as Document | null) : null
  if (!document?.paths) throw new CouldNotRun(`${base} serves no contract at /openapi.json: correct BASE`)
  return document
}

/** @throws CouldNotRun if the contract is older than these scripts */
export function promisedBy(document: Document): Promised {
  const { 'x-rate-limits': limits, 'x-objectives': objectives } = document
  if (!limits || !objectives)
    throw new CouldNotRun("the server's contract names no x-rate-limits or x-objectives: bring the server up to date")
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      operation.operationId,
      plannedOf(document, path, method, operation),
    ]),
  )
  return { operations: Object.fromEntries(operations) as Promised['operations'], limits, objectives }
}

function plannedOf(document: Document, path: string, method: string, operation: Operation): PlannedOperation {
  const { components } = document
  const named = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
  const schemaOf = (schema: Schema): Schema =>
    schema.$ref ? schemaOf(components.schemas[named(schema.$ref)] as Schema) : schema
  const json = operation.requestBody?.content['application/json']
  const schema = json && schemaOf(json.schema)
  const parameters = (operation.parameters ?? []).map((one) =>
    one.$ref ? (components.parameters[named(one.$ref)] as Parameter) : one,
  )
  return {
    method: method.toUpperCase(),
    path,
    bucket: operation['x-rate-limit-bucket'] ?? '',
    isTenantScoped: operation['x-scope'] === 'tenant',
    takesTenantWindow: operation['x-tenant-window'] === true,
    takesSlot: operation['x-in-flight-cap'] === true,
    query: Object.fromEntries(
      parameters
        .filter(({ in: place, required }) => place === 'query' && required)
        .map(({ name, example }) => [name, example ?? '']),
    ),
    body: schema?.examples?.[0] ?? null,
    entriesMax: schema?.properties?.applications?.maxItems ?? 1,
    successes: Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status >= 200 && status < 300),
  }
}
