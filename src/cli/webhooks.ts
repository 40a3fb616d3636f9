/** `webhooks …` */
import { enableEndpointById } from '../features/webhooks/webhook-endpoints.ts'
import { toIso, toIsoOrNull } from '../kit/time.ts'
import { listEveryEndpoint } from '../tables/webhook-endpoints.ts'
import { readArguments, type Command } from './command.ts'

export const webhookCommands: Record<string, Command> = {
  'webhooks list': {
    usage: '',
    help: 'list all webhook endpoints, and why some are disabled',
    example: '',
    read(argv) {
      readArguments(argv, [])
      return async ({ database }) => {
        const rows = await listEveryEndpoint(database)
        return rows.map(
          ({ id, partner, environment, url, name, enabled, disabledReason, failingSince, createdAt }) => ({
            endpointId: id,
            partner,
            environment,
            // Shows only the origin, because the rest of the URL may be a credential.
            origin: new URL(url).origin,
            name,
            enabled: enabled === 1,
            disabledReason,
            failingSince: toIsoOrNull(failingSince),
            createdAt: toIso(createdAt),
          }),
        )
      }
    },
  },
  'webhooks enable': {
    usage: 'ENDPOINTID',
    help: 'enable a disabled endpoint again',
    example: 'we_0198a3c2-8f00-7d11-8a44-0c9b8a7d6e62',
    read(argv) {
      const [endpointId] = readArguments(argv, ['ENDPOINTID']).words as [string]
      return async (context) => {
        await enableEndpointById(context, endpointId)
        return { endpointId, enabled: true }
      }
    },
  },
}
