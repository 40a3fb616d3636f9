/** Small edits to a document, each at a JSON pointer. */
import type { Json } from '../../../spec/contract-diff/tree.ts'

/** An edit that changes the document in place. */
export type Edit = (document: Json) => void

type Parent = Record<string, Json> & Json[]

function parentOf(document: Json, pointer: string): [Parent, string] {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const key = names.pop() as string
  return [names.reduce((node, name) => (node as Parent)[name] as Json, document) as Parent, key]
}

/** Sets an existing or a new member. */
export function set(pointer: string, value: Json): Edit {
  return (document) => {
    const [parent, key] = parentOf(document, pointer)
    parent[key] = value
  }
}

/** Removes a member or an item. */
export function drop(pointer: string): Edit {
  return (document) => {
    const [parent, key] = parentOf(document, pointer)
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  }
}

/** Removes the item with this value from a list. */
export function without(pointer: string, value: Json): Edit {
  return (document) => {
    const [parent, key] = parentOf(document, pointer)
    parent[key] = (parent[key] as Json[]).filter((item) => item !== value)
  }
}

export function append(pointer: string, value: Json): Edit {
  return (document) => {
    const [parent, key] = parentOf(document, pointer)
    parent[key] = [...((parent[key] ?? []) as Json[]), value]
  }
}

export function rename(pointer: string, name: string): Edit {
  return (document) => {
    const [parent, key] = parentOf(document, pointer) as [Record<string, Json>, string]
    parent[name] = parent[key] as Json
    delete parent[key]
  }
}

export function all(...edits: Edit[]): Edit {
  return (document) => edits.forEach((edit) => edit(document))
}

/** Renames a component and all references to it. */
export function renameComponent(kind: string, name: string, fresh: string): Edit {
  return (document) => {
    const text = JSON.stringify(document).replaceAll(
      `"#/components/${kind}/${name}"`,
      `"#/components/${kind}/${fresh}"`,
    )
    Object.assign(document as object, JSON.parse(text))
    rename(`/components/${kind}/${name}`, fresh)(document)
  }
}

/**
 * A title, the edit, the expected report (breaking changes first), and an edit that makes the base of the comparison.
 */
export type Row = [title: string, edit: Edit, sentences: string[], base?: Edit]

const payload = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, status: { type: 'string', enum: ['COMPLETED'] } },
}

/** Adds a webhook to a document. Clients read the webhook's body. */
export const withWebhook = set('/webhooks', {
  'score.completed': {
    post: {
      parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: { 'application/json': { schema: payload } } },
      responses: { 204: { description: 'Taken.' } },
    },
  },
})
