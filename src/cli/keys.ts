/** `keys …` */
import {
  issueKey,
  permissionsOf,
  readExpiry,
  readKeyName,
  readPermissions,
  revokeKey,
  toApiKey,
} from '../features/access/api-keys.ts'
import { getPartnerByName } from '../features/access/partners.ts'
import { toIsoOrNull } from '../kit/time.ts'
import { loadContract } from '../platform/contract/contract.ts'
import { listAllApiKeys } from '../tables/api-keys.ts'
import { readArguments, readEnvironment, type Command } from './command.ts'

export const apiKeyCommands: Record<string, Command> = {
  'keys create': {
    usage: '--partner NAME --environment sandbox|production [--permissions a,b,c] [--name TEXT] [--expires INSTANT]',
    help: 'create an API key and show it once; by default it has all permissions except keys, and no expiry',
    example: '--partner acme-ats --environment production --permissions criteria.read,scoring.read',
    read(argv) {
      const { options } = readArguments(argv, [], ['partner', 'environment'], ['permissions', 'name', 'expires'])
      const environment = readEnvironment(options)
      const permissions = options.permissions === undefined ? undefined : readPermissions(options.permissions)
      const name = options.name === undefined ? null : readKeyName(options.name)
      return async (context) => {
        const partner = await getPartnerByName(context, options.partner as string)
        const expiresAt = readExpiry(context, options.expires ?? null)
        const grant = { permissions, name, expiresAt }
        const { row, key } = await issueKey(context, { partnerId: partner.id, environment }, grant)
        return { keyId: row.id, name, permissions: permissionsOf(row), expiresAt: toIsoOrNull(expiresAt), key }
      }
    },
  },
  'keys list': {
    usage: '',
    help: 'list all keys by id, without the secrets',
    example: '',
    read(argv) {
      readArguments(argv, [])
      return async ({ database }) => {
        const rows = await listAllApiKeys(database)
        return rows.map((row) => {
          const { id, ...shown } = toApiKey(row)
          return { keyId: id, partner: row.partner, environment: row.environment, ...shown }
        })
      }
    },
  },
  'keys revoke': {
    usage: 'KEYID',
    help: `revoke a key; every server refuses it within ${loadContract().freshness.keysSeconds} s`,
    example: 'key_0198a3c2-8f00-7d11-8a44-0c9b8a7d6e61',
    read(argv) {
      const [keyId] = readArguments(argv, ['KEYID']).words as [string]
      return async (context) => {
        await revokeKey(context, keyId)
        return { keyId, revoked: true }
      }
    },
  },
}
