/** Names of a path's target, for use in sentences. */

/** The nearest named element: `ScoringJob.assessment.verdict`, the header `etag`, the operation. */
export function subjectOf(path: string[]): string {
  let carrier = /^(operation|webhook|component) /.test(path[0] ?? '') ? 'the operation' : 'the contract'
  let member = ''
  for (const key of path) {
    const [kind = '', ...words] = key.split(' ')
    const name = words.join(' ')
    carrier = carriers[kind]?.(name) ?? carrier
    member = members[kind]?.(name, member) ?? member
    if (kind === 'component' && name.includes('/schemas/')) member = lastOf(name)
  }
  return member === '' ? carrier : `\`${member.replace(/^\./, '')}\``
}

const lastOf = (pointer: string) => pointer.split('/').at(-1) as string

const carriers: Record<string, ((name: string) => string) | undefined> = {
  component: (pointer) => `the ${sections[pointer.split('/')[2] ?? ''] ?? 'component'} \`${lastOf(pointer)}\``,
  parameter: (name) => `the ${name.replace(' ', ' parameter `')}\``,
  header: (name) => `the header \`${name}\``,
  body: () => 'the body',
  media: (type) => `the body as ${type}`,
}

const sections: Record<string, string | undefined> = {
  parameters: 'parameter',
  headers: 'header',
  responses: 'response',
  requestBodies: 'body',
  securitySchemes: 'security scheme',
}

/** How each kind of key extends the name of a member. */
const members: Record<string, ((name: string, before: string) => string) | undefined> = {
  property: (name, before) => `${before}.${name}`,
  required: (name, before) => (name === '' ? before : `${before}.${name}`),
  items: (_, before) => `${before}[]`,
  contentSchema: (_, before) => before,
  additional: (_, before) => `${before}.*`,
  code: (name) => name,
}
