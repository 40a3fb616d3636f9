/** `jobs …` */
import { listStuckScoringJobs, retryScoringJob } from '../features/scoring/operator.ts'
import { MINUTE, SECOND, toIso } from '../kit/time.ts'
import { readArguments, type Command } from './command.ts'

/** A healthy service takes a job within a second; a wait of minutes means a backlog or a fault. */
const defaultMinutes = '5'

export const jobCommands: Record<string, Command> = {
  'jobs stuck': {
    usage: '[--minutes N]',
    help: `list jobs overdue for N minutes (default ${defaultMinutes}), and jobs of lost workers`,
    example: '--minutes 15',
    read(argv, { operator: { overdueMinutesMax: minutesMax, listedMax } }) {
      const { options } = readArguments(argv, [], [], ['minutes'])
      const text = options.minutes ?? defaultMinutes
      const minutes = /^\d+$/.test(text) ? Number(text) : Infinity
      if (minutes > minutesMax) throw new Error(`--minutes is "${text}": give a whole number up to ${minutesMax}`)
      return async (context) => {
        const rows = await listStuckScoringJobs(context, minutes * MINUTE, listedMax)
        const now = context.clock.now()
        return rows.map(({ id, attempt, queuedAt, dueAt, ...row }) => ({
          scoringJobId: id,
          ...row,
          attempts: attempt,
          queuedAt: toIso(queuedAt),
          dueAt: toIso(dueAt),
          ageSeconds: Math.round((now - queuedAt) / SECOND),
        }))
      }
    },
  },
  'jobs retry': {
    usage: 'SCORINGJOBID',
    help: 'retry a waiting job immediately',
    example: 'sj_0198a3c2-8f00-7d11-8a44-0c9b8a7d6e5f',
    read(argv) {
      const [scoringJobId] = readArguments(argv, ['SCORINGJOBID']).words as [string]
      return async (context) => {
        await retryScoringJob(context, scoringJobId)
        return { scoringJobId, due: 'now' }
      }
    },
  },
}
