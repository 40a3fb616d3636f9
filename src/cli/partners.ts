/** `partners …` */
import { createPartner, readPartnerName, readPlan, setPlan, setSuspended } from '../features/access/partners.ts'
import { quotasOf, recount, setQuotas } from '../features/access/quotas.ts'
import { limitsOf, setLimits } from '../features/access/rate-limits.ts'
import type { Environment, Limits, Quota } from '../kit/caller.ts'
import { toIso, toIsoOrNull } from '../kit/time.ts'
import { loadContract } from '../platform/contract/contract.ts'
import { listPartners, parseNumbers } from '../tables/partners.ts'
import { listEveryKept, shown, textOfOwner } from '../tables/quota-lanes.ts'
import { readArguments, type Command } from './command.ts'

const { defaultLimits, quotas, freshness } = loadContract()
const limitNames = Object.keys(defaultLimits) as (keyof Limits)[]
const quotaNames = Object.keys(quotas.standard) as Quota[]

export const partnerCommands: Record<string, Command> = {
  'partners create': {
    createsDatabase: true,
    usage: 'NAME [--plan standard|trial]',
    help: 'create a partner',
    example: 'acme-ats --plan trial',
    read(argv) {
      const { words, options } = readArguments(argv, ['NAME'], [], ['plan'])
      const name = readPartnerName(words[0] as string)
      const plan = readPlan(options.plan ?? 'standard')
      return async (context) => {
        const partner = await createPartner(context, name, plan)
        return { partnerId: partner.id, name: partner.name, plan }
      }
    },
  },
  'partners set-plan': {
    usage: 'NAME standard|trial',
    help: `change the plan, in effect within ${freshness.keysSeconds} s; trial has a monthly quota of scores`,
    example: 'acme-ats standard',
    read(argv) {
      const [name, word] = readArguments(argv, ['NAME', 'PLAN']).words as [string, string]
      const plan = readPlan(word)
      return async (context) => {
        await setPlan(context, name, plan)
        return { partner: name, plan }
      }
    },
  },
  'partners list': {
    usage: '',
    help: 'list all partners with plan, effective limits and quotas, open scoring jobs and stored bytes, and the cell of those that have moved',
    example: '',
    read(argv, contract) {
      readArguments(argv, [])
      return async ({ database }) => {
        const [rows, kept] = [await listPartners(database), await listEveryKept(database)]
        const keptOf = (partnerId: string, environment: Environment) =>
          shown(kept.get(textOfOwner({ partnerId, environment })))
        return rows.map(({ id, name, plan, createdAt, suspendedAt, cell, limits, quotas }) => ({
          partnerId: id,
          name,
          plan: plan ?? 'standard',
          createdAt: toIso(createdAt),
          suspendedAt: toIsoOrNull(suspendedAt),
          cell,
          limits: limitsOf(contract, { limits: parseNumbers(limits) }),
          quotas: quotasOf(contract, { plan, quotas }),
          kept: { SANDBOX: keptOf(id, 'SANDBOX'), PRODUCTION: keptOf(id, 'PRODUCTION') },
        }))
      }
    },
  },
  'partners set-limits': {
    usage: 'NAME LIMIT=N|default…',
    help: `change limits, in effect within ${freshness.keysSeconds} s: ${limitNames.join(', ')}`,
    example: 'acme-ats scoring_intake_batch=5 analytics=default',
    read(argv, contract) {
      const [name, ...words] = readArguments(argv, ['NAME', 'LIMIT=N…']).words as [string, ...string[]]
      const changes = readChanges(words, 'limit', limitNames, contract.operator.limitMax)
      return async (context) => ({ partner: name, limits: await setLimits({ ...context, contract }, name, changes) })
    },
  },
  'partners set-quotas': {
    usage: 'NAME QUOTA=N|default…',
    help: `change quotas per environment, in effect within ${freshness.keysSeconds} s: ${quotaNames.join(', ')}`,
    example: 'acme-ats jobs=200000 keptBytes=default',
    read(argv, contract) {
      const [name, ...words] = readArguments(argv, ['NAME', 'QUOTA=N…']).words as [string, ...string[]]
      const changes = readChanges(words, 'quota', quotaNames, contract.operator.quotaMax)
      return async (context) => ({ partner: name, quotas: await setQuotas({ ...context, contract }, name, changes) })
    },
  },
  'partners suspend': {
    usage: 'NAME',
    help: `refuse all keys of a partner, in effect within ${freshness.keysSeconds} s; accepted scoring jobs finish`,
    example: 'acme-ats',
    read: readSuspension(true),
  },
  'partners resume': {
    usage: 'NAME',
    help: `accept the keys of a suspended partner again, in effect within ${freshness.keysSeconds} s`,
    example: 'acme-ats',
    read: readSuspension(false),
  },
  'partners recount': {
    usage: 'NAME',
    help: 'recount the stored data of a partner, repair its counts, and print the differences',
    example: 'acme-ats',
    read(argv) {
      const [name] = readArguments(argv, ['NAME']).words as [string]
      return async (context) => ({ partner: name, corrected: await recount(context, name) })
    },
  },
}

function readSuspension(isSuspended: boolean): Command['read'] {
  return (argv) => {
    const [name] = readArguments(argv, ['NAME']).words as [string]
    return async (context) => ({
      partner: name,
      suspendedAt: toIsoOrNull(await setSuspended(context, name, isSuspended)),
    })
  }
}

/**
 * Reads arguments such as `analytics=50`, or `analytics=default`, which restores the default. A number above `max` is
 * refused as a typo. To allow nothing at all, revoke the partner's keys.
 */
function readChanges<Name extends string>(
  words: string[],
  what: 'limit' | 'quota',
  names: readonly Name[],
  max: number,
): Partial<Record<Name, number | null>> {
  const changes = words.map((word) => {
    const [, name = word, text = ''] = /^(\w+)=(.*)$/.exec(word) ?? []
    if (!(names as readonly string[]).includes(name))
      throw new Error(`"${name}" is not a ${what}: give one of ${names.join(', ')}`)
    const number = /^\d+$/.test(text) ? Number(text) : 0
    if (text !== 'default' && (number < 1 || number > max))
      throw new Error(`${name} is "${text}": give a whole number from 1 to ${max}, or "default"`)
    return [name, text === 'default' ? null : number]
  })
  return Object.fromEntries(changes) as Partial<Record<Name, number | null>>
}
