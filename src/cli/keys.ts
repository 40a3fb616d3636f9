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
    async run(context, argv) {
      const { options } = readArguments(argv, [], ['partner', 'environment'])
      const environment = environments[options.environment as string]
      if (!environment) throw new Error('--environment is sandbox or production')
      const partner = await getPartnerByName(context, options.partner as string)
      const { row, key } = await createApiKey(context, partner.id, environment)
      return { keyId: row.id, key }
    },
  },
  'keys list': {
    usage: '',
    help: 'list all keys by id, without the keys themselves',
    async run({ database }, argv) {
      readArguments(argv, [])
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
    },
  },
  'keys revoke': {
    usage: 'KEYID',
    help: 'refuse a key from now on; every server follows within 5 s',
    async run(context, argv) {
      const { words } = readArguments(argv, ['KEYID'])
      await revokeKey(context, words[0] as string)
      return { keyId: words[0], revoked: true }
    },
  },
}
