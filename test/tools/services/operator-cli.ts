/** Runs the operator's commands as operators do, each in its own process. */
import type { ExecutionContext } from 'ava'
import { runProcess } from './process.ts'

type Partner = {
  partnerId: string
  name: string
  plan: string
  limits: Record<string, number>
  quotas: Record<string, number>
}
type Key = { keyId: string; name: string; permissions: string[]; expiresAt: string | null }
type ListedKey = Key & { partner: string; lastFour: string; lastUsedAt: string | null; revokedAt: string | null }
export type StuckJob = { scoringJobId: string; status: string; queuedAt: string; dueAt: string; ageSeconds: number }
type Lane = { messages: number | null }

/** The outputs of the commands, as far as tests read them. */
type Printed = {
  'partners create': Partner
  'partners list': Partner[]
  'partners set-limits': Pick<Partner, 'limits'>
  'partners set-quotas': Pick<Partner, 'quotas'>
  'partners set-plan': unknown
  'keys create': Key & { key: string }
  'keys list': ListedKey[]
  'keys revoke': { revoked: boolean }
  'jobs stuck': StuckJob[]
  'jobs retry': unknown
  queues: { lanes: { singles: Lane; batches: Lane }; deadLetters: number | null; degraded: string | null }
  'queues purge-dead': unknown
  'scores drop': unknown
  'scores verify': unknown
  migrate: { applied: string[] }
}

/** Runs a command that must succeed, and returns its output. */
export async function cli<Name extends keyof Printed>(
  t: ExecutionContext,
  settings: Record<string, string>,
  command: Name,
  ...args: string[]
): Promise<Printed[Name]> {
  const { code, stdout, stderr } = await runProcess(t, settings, ['node', 'src/cli.ts', ...command.split(' '), ...args])
  t.is(code, 0, stderr)
  t.is(stderr.replace(/^Created a database in .*\n/, ''), '')
  return JSON.parse(stdout) as Printed[Name]
}
