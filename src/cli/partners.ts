/** `partners …` */
import { createPartner, readPlan, setPlan } from '../features/access/partners.ts'
import { defaultLimits, limitsOf, setLimits, type LimitChanges } from '../features/access/rate-limits.ts'
import { toIso } from '../kit/time.ts'
import { listPartners, parseLimits } from '../tables/partners.ts'
import { readArguments, type Command } from './command.ts'

/** Far above any use: a larger number is a typo. To allow nothing at all, revoke the partner's keys. */
const limitMax = 1_000_000

export const partnerCommands: Record<string, Command> = {
  'partners create': {
    usage: 'NAME [--plan standard|trial]',
    help: 'create a partner',
    read(argv) {
      const { words, options } = readArguments(argv, ['NAME'], [], ['plan'])
      const plan = readPlan(options.plan ?? 'standard')
      return async (context) => {
        const partner = await createPartner(context, words[0] as string, plan)
        return { partnerId: partner.id, name: partner.name, plan }
      }
    },
  },
  'partners set-plan': {
    usage: 'NAME standard|trial',
    help: 'change the plan, in effect within 5 s; trial has a monthly quota of scores',
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
    help: 'list all partners with their plans and effective limits',
    read(argv) {
      readArguments(argv, [])
      return async ({ database }) => {
        const rows = await listPartners(database)
        return rows.map(({ id, name, plan, createdAt, limits }) => ({
          partnerId: id,
          name,
          plan: plan ?? 'standard',
          createdAt: toIso(createdAt),
          limits: limitsOf({ limits: parseLimits(limits) }),
        }))
      }
    },
  },
  'partners set-limits': {
    usage: 'NAME LIMIT=N|default…',
    help: `change limits, in effect within 5 s: ${Object.keys(defaultLimits).join(', ')}`,
    read(argv) {
      const [name, ...words] = readArguments(argv, ['NAME', 'LIMIT=N…']).words as [string, ...string[]]
      const changes = readLimitChanges(words)
      return async (context) => ({ partner: name, limits: await setLimits(context, name, changes) })
    },
  },
}

/** Reads words like `analytics=50`, or `analytics=default`, which removes the partner's own number. */
function readLimitChanges(words: string[]): LimitChanges {
  const changes = words.map((word) => {
    const [, name = word, text = ''] = /^(\w+)=(.*)$/.exec(word) ?? []
    if (!Object.hasOwn(defaultLimits, name))
      throw new Error(`"${name}" is not a limit: give one of ${Object.keys(defaultLimits).join(', ')}`)
    const limit = /^\d+$/.test(text) ? Number(text) : 0
    if (text !== 'default' && (limit < 1 || limit > limitMax))
      throw new Error(`${name} is "${text}": give a whole number from 1 to ${limitMax}, or "default"`)
    return [name, text === 'default' ? null : limit]
  })
  return Object.fromEntries(changes) as LimitChanges
}
