/** Writes Kubernetes' own API description as the JSON schemas that kubeconform reads, one file for each kind. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goModule } from './go-programs.ts'

const release = 'v1.32.4'
const folder = join(import.meta.dirname, '../../../node_modules/.cache/kubernetes', release)

type Schema = { [key: string]: unknown }
type Kind = { group: string; version: string; kind: string }

/** Types whose values may be strings or numbers. */
const numbers = ['IntOrString', 'Quantity']

/** Writes the schemas for these kinds (for example `apps/v1 Deployment`), and returns the template for their paths. */
export function kubernetesSchemas(kinds: readonly string[]): string {
  if (!kinds.every((kind) => existsSync(join(folder, fileOf(kind))))) write(kinds)
  return join(folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json')
}

/** Returns the name that kubeconform uses: the kind, the first part of the group, and the version, in lower case. */
function fileOf(text: string): string {
  const [apiVersion, kind] = text.split(' ') as [string, string]
  const [version, group] = apiVersion.split('/').toReversed() as [string, string?]
  return `${[kind, ...(group ? [group.split('.')[0]] : []), version].join('-').toLowerCase()}.json`
}

function write(kinds: readonly string[]): void {
  const file = join(goModule(`k8s.io/kubernetes@${release}`), 'api/openapi-spec/swagger.json')
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Schema> }
  mkdirSync(folder, { recursive: true })
  for (const text of kinds) {
    const [apiVersion, kind] = text.split(' ')
    const isIt = ({ group, version, kind: name }: Kind) =>
      name === kind && (group ? `${group}/${version}` : version) === apiVersion
    const found = Object.entries(definitions).find(([, schema]) =>
      ((schema['x-kubernetes-group-version-kind'] ?? []) as Kind[]).some(isIt),
    )
    if (!found) throw new Error(`Kubernetes ${release} has no ${text}`)
    const reached: Record<string, Schema> = {}
    reach(definitions, found[0], reached)
    const schema = { $ref: `#/definitions/${found[0]}`, definitions: reached }
    const path = join(folder, fileOf(text))
    writeFileSync(`${path}.part`, JSON.stringify(schema))
    renameSync(`${path}.part`, path)
  }
}

/**
 * Adds a definition and those that it refers to. Forbids members that the definition does not list, so that kubeconform
 * reports them as faults.
 */
function reach(definitions: Record<string, Schema>, name: string, reached: Record<string, Schema>): void {
  if (name in reached) return
  const schema = definitions[name] as Schema
  const isNumber = numbers.includes(name.split('.').at(-1) as string)
  reached[name] = isNumber
    ? { type: ['string', 'number'] }
    : { ...schema, ...(schema['properties'] ? { additionalProperties: false } : {}) }
  for (const [, other] of JSON.stringify(schema).matchAll(/"#\/definitions\/([^"]+)"/g))
    reach(definitions, other as string, reached)
}
