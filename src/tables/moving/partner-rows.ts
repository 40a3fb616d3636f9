/**
 * Lists the tables with rows of partners, and the SQL that finds one partner's rows in each, to move them to another
 * cell.
 *
 * Every new table must be added to `partnerRows` or to `stayingTables`.
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
  /**
   * SQL texts to put after FROM. Each finds rows `r` of the partner that is bound as $1, and each row is found by
   * exactly one of the texts.
   */
  from: readonly string[]
  /**
   * A condition for the rows that a cell's background tasks process. They are copied only while the partner is held,
   * because the other cell must not process them before the partner is open there.
   */
  live?: string
  /**
   * SQL expressions whose values change whenever a row changes; by default, all columns. Marks make a comparison fast,
   * because they leave out long texts. Every UPDATE of the table must set one of these columns, to a value that the row
   * never had before. `query-plans.test.ts` checks that each UPDATE sets one. `r.createdAt` is for rows that are only
   * inserted and deleted. A row that replaces another one is younger, so the number of rows or the sum of their times
   * differs.
   */
  mark?: 'r.createdAt' | readonly string[]
  /**
   * The column that contains the time by which a row is assigned to a part (see `row-sums.ts`); by default, the time in
   * the row's id.
   */
  groupedBy?: 'startAt' | 'createdAt'
  /** A column that is not compared, because it is written even while the partner is held. */
  ignored?: string
}

const ofPartner = ({ name }: { name: string }) => [`${name} r WHERE r.partnerId = $1`]
const through = (parent: string, column: string, { name }: { name: string }) =>
  `tenants t JOIN ${parent} p ON p.tenantId = t.id JOIN ${name} r ON r.${column} = p.id WHERE t.partnerId = $1`
const ofTenants = ({ name }: { name: string }) => [
  `tenants t JOIN ${name} r ON r.tenantId = t.id WHERE t.partnerId = $1`,
]

/**
 * Returns SQL for the first 28 bytes of an encrypted value. They are a nonce and an authentication tag, which differ
 * for each value.
 */
const sealed = (column: string) => `SUBSTR(r.${column}, 1, 28)`

const rowsOfTenants = [
  ...[jobs, criteriaVersions, libraryCriteria, questionSets, jobActivity],
  // Copied before their applications, because a background task of the other cell writes missing rows of
  // `application_scores` (see `application-scores/backfill.ts`).
  ...[applicationScores, overrides, resumes, resumeUses, scoringBatches],
].map((table) => ({ table, from: ofTenants(table) }))

export const partnerRows = [
  { table: tenants, from: ofPartner(tenants) },
  { table: apiKeys, from: ofPartner(apiKeys), ignored: 'lastUsedAt' },
  { table: webhookEndpoints, from: ofPartner(webhookEndpoints) },
  ...rowsOfTenants,
  { table: verdicts, from: ofTenants(verdicts), mark: 'r.createdAt' },
  { table: resumeChunks, from: ofTenants(resumeChunks), mark: [sealed('bytes')] },
  { table: applications, from: [through('jobs', 'jobId', applications)] },
  { table: scoringBatchJobs, from: [through('scoring_batches', 'batchId', scoringBatchJobs)] },
  {
    table: scoringJobs,
    from: ofPartner(scoringJobs),
    live: `r.status IN ('PENDING', 'PROCESSING')`,
    // A terminal job changes in two ways: an override raises its revision, and the deletion of its verdicts clears its
    // hash.
    mark: ['r.status', 'r.attempt', 'r.revision', 'r.inputHash', 'r.dueAt', 'r.publishAt'],
  },
  { table: usage, from: ofPartner(usage), mark: 'r.createdAt' },
  { table: events, from: ofPartner(events), mark: 'r.createdAt' },
  {
    table: webhookDeliveries,
    from: [`webhook_endpoints e JOIN webhook_deliveries r ON r.endpointId = e.id WHERE e.partnerId = $1`],
    live: `r.status = 'PENDING'`,
  },
  { table: rollups, from: ofPartner(rollups), groupedBy: 'startAt' },
  {
    table: idempotentAnswers,
    // No index starts with the partner's id, so a tenant's answers are found through the tenant. The previous release
    // stores answers with a tenant but without a partner.
    from: [...ofTenants(idempotentAnswers), 'idempotent_answers r WHERE r.tenantId IS NULL AND r.partnerId = $1'],
    groupedBy: 'createdAt',
    mark: ['r.createdAt', 'r.leaseId', 'r.leaseUntil', 'r.tenantId', sealed('answer'), sealed('reference')],
  },
  { table: deletionRequests, from: ofPartner(deletionRequests), live: 'r.dueAt IS NOT NULL' },
  {
    table: auditRecords,
    from: ofPartner(auditRecords),
    live: 'r.sequence IS NULL',
    mark: ['r.sequence', 'r.tenantId', 'r.applicationId'],
  },
  { table: auditChains, from: ofPartner(auditChains), live: '1 = 1' },
  { table: quotaCounts, from: ofPartner(quotaCounts), live: '1 = 1' },
  { table: quotaLanes, from: ofPartner(quotaLanes), live: '1 = 1' },
] as unknown as readonly PartnerRows[]

/**
 * The tables that are not copied. A partner's row in `partners` is written when the partner is opened, and the other
 * tables belong to the cell.
 */
export const stayingTables = ['partners', 'workers', 'model_checks']
