/** Checks an event against the contract for its kind. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { document } from '../../tools/answer-faults.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'contract', components: document.components })

type EventSchema = { properties?: { apiVersion?: object }; examples?: [{ type: string }] }

/** Returns an event's faults. If the contract does not have the event's kind, that is one fault. */
export function eventFaults(event: { type: string }): string[] {
  const schemas = Object.entries(document.components.schemas) as [string, EventSchema][]
  const found = schemas.find(
    ([, { properties, examples }]) => properties?.apiVersion && examples?.[0].type === event.type,
  )
  if (!found) return [`there is no kind ${event.type}`]
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${found[0]}` })
  return validate(event) ? [] : [ajv.errorsText(validate.errors)]
}
