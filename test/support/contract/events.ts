/** Checks events, from the feed and from webhooks, against the contract's `webhooks`. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { closed, compileOnce } from '../../../src/platform/contract/answers.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'

type Parameter = { name: string; schema: object }
type Webhook = {
  post: { parameters: { $ref: string }[]; requestBody: { content: { 'application/json': { schema: object } } } }
}
type Document = { webhooks: Record<string, Webhook>; components: { parameters: Record<string, Parameter> } }

const { webhooks, components } = closed(loadContract().document) as Document
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'contract', components })
const validatorOf = compileOnce(ajv)

/** The kinds that the contract describes. */
export const kinds = Object.keys(webhooks)

/** Returns how an event differs from the contract's payload for its kind, or an empty list if it matches. */
export function eventFaults(event: { type: string }): string[] {
  const { type } = event
  const webhook = webhooks[type]
  if (!webhook) return [`the contract has no webhook ${type}`]
  const validate = validatorOf(webhook.post.requestBody.content['application/json'].schema)
  return validate(event) ? [] : [`${type}: ${ajv.errorsText(validate.errors)}`]
}

/** Returns how a webhook's headers and body differ from the contract, or an empty list if they match. */
export function webhookFaults({ headers, body }: { headers: Record<string, unknown>; body: string }): string[] {
  const event = JSON.parse(body) as { type: string }
  const parameters = (webhooks[event.type]?.post.parameters ?? []).map(
    ({ $ref }) => components.parameters[$ref.replace('#/components/parameters/', '')] as Parameter,
  )
  const wrong = parameters.filter(({ name, schema }) => !validatorOf(schema)(headers[name]))
  return [...eventFaults(event), ...wrong.map(({ name }) => `${event.type}: the header ${name} is ${headers[name]}`)]
}
