/** `keys …` */
import { createApiKey, revokeKey } from '../features/api-keys.ts'
import { getPartnerByName } from '../features/partners.ts'
import type { Environment } from '../kit/caller.ts'
import { toIso, toIsoOrNull } from '../kit/time.ts'
import { listApiKeys } from '../tables/api-keys.ts'
import { readArguments, type Command } from './command.ts'

const environments: Record<string, Environment> = { sandbox: 'SANDBOX', production: 'PRODUCTION' }

export const apiKeyCommands: Record<string, Command> = {
  'keys create': {
    usage: '--partner NAME --environment sandbox|production',
    help: 'make an API key; it is shown once',
    read(argv) {
      const { options } = readArguments(argv, [], ['partner', 'environment'])
      const environment = environments[options.environment as string]
      if (!environment) throw new Error('--environment is sandbox or production')
      return async (context) => {
        const partner = await getPartnerByName(context, options.partner as string)
        const { row, key } = await createApiKey(context, partner.id, environment)
        return { keyId: row.id, key }
      }
    },
  },
  'keys list': {
    usage: '',
    help: 'list all keys by id, without the keys themselves',
    read(argv) {
      readArguments(argv, [])
      return async ({ database }) => {
        const rows = await listApiKeys(database)
        return rows.map(({ id, partner, environment, lastFour, permissions, createdAt, revokedAt }) => ({
          keyId: id,
          partner,
          environment,
          lastFour,
          permissions: permissions.split(','),
          createdAt: toIso(createdAt),
          revokedAt: toIsoOrNull(revokedAt),
        }))
      }
    },
  },
  'keys revoke': {
    usage: 'KEYID',
    help: 'refuse a key from now on; every server follows within 5 s',
    read(argv) {
      const [keyId] = readArguments(argv, ['KEYID']).words as [string]
      return async (context) => {
        await revokeKey(context, keyId)
        return { keyId, revoked: true }
      }
    },
  },
}
