/** `scores …` */
import { dropVerdicts } from '../features/scoring/verdict-cache.ts'
import { verifyScore } from '../features/scoring/what-if/verification.ts'
import { getPartnerByName } from '../features/access/partners.ts'
import { readArguments, readEnvironment, type Command } from './command.ts'

export const scoreCommands: Record<string, Command> = {
  'scores verify': {
    usage: 'SCORINGJOBID',
    help: 'recalculate a score from its verdicts, quotes and criteria version; fails if it differs',
    example: 'sj_0198a3c2-8f00-7d11-8a44-0c9b8a7d6e5f',
    read(argv, contract) {
      const [scoringJobId] = readArguments(argv, ['SCORINGJOBID']).words as [string]
      return async (context) => ({
        scoringJobId,
        verified: true,
        ...(await verifyScore({ ...context, contract }, scoringJobId)),
      })
    },
  },
  'scores drop': {
    usage: '--partner NAME --environment sandbox|production --tenant T --job J --application A',
    help: "delete an application's stored verdicts, so that its next scoring calls the engine again; scores are kept",
    example: '--partner acme-ats --environment sandbox --tenant acme --job job-1 --application app-1',
    read(argv) {
      const names = ['partner', 'environment', 'tenant', 'job', 'application'] as const
      const { options } = readArguments(argv, [], [...names])
      const { partner, tenant, job, application } = options as Record<(typeof names)[number], string>
      const environment = readEnvironment(options)
      return async (context) => {
        const { id: partnerId } = await getPartnerByName(context, partner)
        return { verdictsDropped: await dropVerdicts(context, { partnerId, environment, tenant }, job, application) }
      }
    },
  },
}
