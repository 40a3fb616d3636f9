/** `audit …` */
import { verifyChain, type Checkpoint } from '../features/audit/verification.ts'
import { getPartnerByName } from '../features/access/partners.ts'
import { listLedgers } from '../tables/audit-records.ts'
import { readArguments, readEnvironment, type Command } from './command.ts'

export const auditCommands: Record<string, Command> = {
  'audit verify': {
    usage: '[--partner NAME --environment sandbox|production [--checkpoint SEQUENCE:HASH]]',
    help: 'find audit records that were changed, removed, reordered or inserted; fails if there are any',
    example: '--partner acme-ats --environment production',
    read(argv, { operator: { listedMax } }) {
      const { options } = readArguments(argv, [], [], ['partner', 'environment', 'checkpoint'])
      const { partner } = options
      if ((partner === undefined) !== (options.environment === undefined))
        throw new Error('give --partner and --environment together, or neither to verify all records')
      if (partner === undefined && options.checkpoint !== undefined)
        throw new Error('--checkpoint belongs to one partner: add --partner and --environment')
      const environment = partner === undefined ? null : readEnvironment(options)
      const kept = readCheckpoint(options.checkpoint)
      return async (context) => {
        const { database } = context
        const owners =
          partner === undefined || environment === null
            ? await listLedgers(database)
            : [{ partnerId: (await getPartnerByName(context, partner)).id, environment }]
        const verified = []
        const faults: string[] = []
        for (const owner of owners) {
          const { faults: found, ...rest } = await verifyChain(database, owner, kept)
          verified.push({ ...owner, ...rest })
          faults.push(...found.map((fault) => `${owner.partnerId} ${owner.environment}: ${fault}`))
        }
        if (faults.length === 0) return { verified: true, ledgers: verified }
        const more = faults.length > listedMax ? [`and ${faults.length - listedMax} more`] : []
        throw new Error([...faults.slice(0, listedMax), ...more].join('\n'))
      }
    },
  },
}

/** Parses a checkpoint. @throws Error that shows the expected form */
function readCheckpoint(text: string | undefined): Checkpoint[] {
  if (text === undefined) return []
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!sequence || !hash) throw new Error(`--checkpoint is "${text}": give SEQUENCE:HASH as in the event`)
  return [{ sequence: Number(sequence), hash }]
}
