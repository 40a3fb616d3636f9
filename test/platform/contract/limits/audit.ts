/** Audit records: how long they are kept, and how often a chain gets a checkpoint. */
import type { ExecutionContext } from 'ava'
import { recordCheckpoints, sealAuditRecords, sweepAuditRecords } from '../../../../src/features/audit/chain.ts'
import { runScoringJob } from '../../../../src/features/scoring/pipeline.ts'
import type { Contract } from '../../../../src/platform/contract/contract.ts'
import { timingsOf } from '../../../../src/platform/timings.ts'
import { fixture } from '../../../support/scoring.ts'
import { secondsUntil, serve, submit, type Cases } from './case.ts'

/** Creates an audit record at the current time, and seals it. */
async function recorded(t: ExecutionContext, contract: Contract) {
  const scene = await serve(t, contract)
  const client = await scene.harness.client()
  const { id } = await submit(client, fixture('strong'))
  await runScoringJob(scene.services, 'worker_test', id)
  await sealAuditRecords(scene.services)
  return { ...scene, client }
}

export const auditCases: Cases = {
  'x-retention/auditRecordsSeconds': {
    value: 7,
    async observe(t, contract) {
      const { client, services, clock } = await recorded(t, contract)
      t.not((await client.get('/v1/audit-records')).body, '')
      const look = async () => {
        await sweepAuditRecords(services)
        return (await client.get('/v1/audit-records')).body === ''
      }
      return (await secondsUntil(clock, look)) - 1
    },
  },
  'x-freshness/auditCheckpointSeconds': {
    value: 7,
    async observe(t, contract) {
      const { services, clock } = await recorded(t, contract)
      return secondsUntil(clock, async () => {
        await recordCheckpoints(services)
        const checkpoints = await services.database.select("SELECT 1 FROM events WHERE type = 'audit.checkpoint'")
        return checkpoints.length === 1
      })
    },
  },
  'x-sizes/impact/groups': {
    value: 2,
    async observe(t, contract) {
      const { client } = await recorded(t, contract)
      const analyse = (names: string[]) =>
        client.post('/v1/jobs/job-1/impact-analyses', {
          threshold: 5,
          groups: names.map((group) => ({ applicationId: `app-${group}`, group })),
        })
      t.is((await analyse(['a', 'b', 'c'])).status, 400)
      return (await analyse(['a', 'b'])).status === 200 ? 2 : 0
    },
  },
  'x-sizes/impact/groupApplicantsMin': {
    value: 1,
    async observe(t, contract) {
      const { client } = await recorded(t, contract)
      const groups = [{ applicationId: 'a', group: 'a' }]
      const { body } = await client.post('/v1/jobs/job-1/impact-analyses', { threshold: 5, groups })
      return body.groups[0].isSuppressed ? 0 : 1
    },
  },
  'x-operator/auditRecordsDaysMin': {
    value: 400,
    observe: async (t, contract) => {
      const { message } = t.throws(() => timingsOf(contract, null, 399)) as Error
      return Number(/(\d+) days\.$/.exec(message)?.[1])
    },
  },
}
