/**
 * The tables with rows of a partner, and where these rows are, for the move to another cell.
 *
 * Every new table needs a line here, or in `stayingTables`.
 */
import type { AnyTable } from '../../platform/database/database.ts'
import { apiKeys } from '../api-keys.ts'
import { applicationScores } from '../application-scores/application-scores.ts'
import { jobActivity } from '../application-scores/job-activity.ts'
import { applications } from '../applications.ts'
import { auditChains } from '../audit-chains.ts'
import { auditRecords } from '../audit-records.ts'
import { libraryCriteria } from '../criteria-library.ts'
import { criteriaVersions } from '../criteria-versions.ts'
import { deletionRequests } from '../deletion-requests.ts'
import { events } from '../events.ts'
import { idempotentAnswers } from '../idempotent-answers.ts'
import { jobs } from '../jobs.ts'
import { overrides } from '../overrides.ts'
import { questionSets } from '../question-sets.ts'
import { quotaCounts } from '../quota-counts.ts'
import { quotaLanes } from '../quota-lanes.ts'
import { resumeChunks, resumes, resumeUses } from '../resumes.ts'
import { rollups } from '../rollups.ts'
import { scoringBatches, scoringBatchJobs } from '../scoring-batches.ts'
import { scoringJobs } from '../scoring-jobs/scoring-jobs.ts'
import { tenants } from '../tenants.ts'
import { usage } from '../usage.ts'
import { verdicts } from '../verdicts.ts'
import { webhookDeliveries } from '../webhook-deliveries.ts'
import { webhookEndpoints } from '../webhook-endpoints.ts'

export type PartnerRows = {
  table: AnyTable
  /** The sources of the rows `r` of the partner that is bound as $1, each row in one of them. */
  from: readonly string[]
  /**
   * The rows that background tasks of a cell look for. They are copied only once the partner is held, because the other
   * cell must not work on them before it is open there.
   */
  live?: string
  /** Rows are compared in groups by this number; without it, by the time in their ids. */
  groupedBy?: 'startAt' | 'createdAt'
  /** A column that may differ: it is written even while the partner is held. */
  ignored?: string
}

const ofPartner = ({ name }: { name: string }) => [`${name} r WHERE r.partnerId = $1`]
const through = (parent: string, column: string, { name }: { name: string }) =>
  `tenants t JOIN ${parent} p ON p.tenantId = t.id JOIN ${name} r ON r.${column} = p.id WHERE t.partnerId = $1`
const ofTenants = ({ name }: { name: string }) => [
  `tenants t JOIN ${name} r ON r.tenantId = t.id WHERE t.partnerId = $1`,
]

const rowsOfTenants = [
  ...[jobs, criteriaVersions, libraryCriteria, questionSets, jobActivity],
  // Before the applications, because an application without this row is listed again.
  ...[applicationScores, verdicts, overrides, resumes, resumeChunks, resumeUses, scoringBatches],
].map((table) => ({ table, from: ofTenants(table) }))

export const partnerRows = [
  { table: tenants, from: ofPartner(tenants) },
  { table: apiKeys, from: ofPartner(apiKeys), ignored: 'lastUsedAt' },
  { table: webhookEndpoints, from: ofPartner(webhookEndpoints) },
  ...rowsOfTenants,
  { table: applications, from: [through('jobs', 'jobId', applications)] },
  { table: scoringBatchJobs, from: [through('scoring_batches', 'batchId', scoringBatchJobs)] },
  { table: scoringJobs, from: ofPartner(scoringJobs), live: `r.status IN ('PENDING', 'PROCESSING')` },
  { table: usage, from: ofPartner(usage) },
  { table: events, from: ofPartner(events) },
  {
    table: webhookDeliveries,
    from: [`webhook_endpoints e JOIN webhook_deliveries r ON r.endpointId = e.id WHERE e.partnerId = $1`],
    live: `r.status = 'PENDING'`,
  },
  { table: rollups, from: ofPartner(rollups), groupedBy: 'startAt' },
  {
    table: idempotentAnswers,
    // No index starts with the partner. Answers of the previous release have none, but a tenant.
    from: [...ofTenants(idempotentAnswers), 'idempotent_answers r WHERE r.tenantId IS NULL AND r.partnerId = $1'],
    groupedBy: 'createdAt',
  },
  { table: deletionRequests, from: ofPartner(deletionRequests), live: 'r.dueAt IS NOT NULL' },
  { table: auditRecords, from: ofPartner(auditRecords), live: 'r.sequence IS NULL' },
  { table: auditChains, from: ofPartner(auditChains), live: '1 = 1' },
  { table: quotaCounts, from: ofPartner(quotaCounts), live: '1 = 1' },
  { table: quotaLanes, from: ofPartner(quotaLanes), live: '1 = 1' },
] as unknown as readonly PartnerRows[]

/** The tables that are not copied: the partner's own row, which opens it, and those that belong to the cell. */
export const stayingTables = ['partners', 'workers', 'model_checks']
