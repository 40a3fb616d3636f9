/**
 * Calculates how many bytes of a partner's quota a row uses: a flat amount for its columns and index entries, plus the
 * size of its text columns. The sizes are calculated in TypeScript for rows that a transaction has in memory, and in
 * SQL for rows that it deletes or recounts.
 *
 * A flat amount is larger than the space of a row in the embedded database's file (measured), so the file grows by less
 * than the counted amount. A delivery's amount includes its attempts; a scoring job's amount includes its application.
 * Both amounts include the rows in the table of roll-ups.
 */
import type { ScoringJobStatus as ScoringStatus } from '../../generated/types.gen.ts'

/**
 * The bytes that an open scoring job reserves for the data that its score will add: text, verdicts, an event and
 * deliveries.
 */
const openScoringJobBytes = 128 * 1024

type Size = { flat: number; texts: readonly string[] }

const sizes = {
  tenants: { flat: 600, texts: [] },
  jobs: { flat: 700, texts: [] },
  criteria_versions: { flat: 800, texts: ['criteria', 'audit', 'jobTitle'] },
  library_criteria: { flat: 600, texts: ['text'] },
  question_sets: { flat: 700, texts: ['questions'] },
  scoring_jobs: {
    flat: 3_000,
    texts: ['resumeUrl', 'answers', 'label', 'assessment', 'flags', 'findings', 'audit'],
  },
  scoring_batches: { flat: 800, texts: [] },
  scoring_batch_jobs: { flat: 300, texts: [] },
  verdicts: { flat: 500, texts: ['reason', 'evidence', 'findings'] },
  overrides: { flat: 900, texts: ['text', 'reason', 'reviewer'] },
  usage_units: { flat: 400, texts: [] },
  events: { flat: 1_200, texts: ['body'] },
  webhook_deliveries: { flat: 4_000, texts: [] },
  webhook_endpoints: { flat: 4_000, texts: [] },
  deletion_requests: { flat: 1_200, texts: [] },
  resumes: { flat: 600, texts: [] },
  resume_chunks: { flat: 5_000, texts: ['bytes'] },
  resume_uses: { flat: 600, texts: [] },
  idempotent_answers: { flat: 900, texts: ['answer', 'reference'] },
} satisfies Record<string, Size>

export type KeptTable = keyof typeof sizes

/** An owner's totals: open scoring jobs and stored bytes. */
export type Kept = { openScoringJobs: number; keptBytes: number }

const openStates: readonly string[] = ['PENDING', 'PROCESSING'] satisfies ScoringStatus[]

/**
 * Returns the amounts that a row of the table adds to its owner's totals. `row` must include its text columns and, for
 * a scoring job, its status.
 */
export function keptOf(table: KeptTable, row: { readonly [column: string]: unknown }): Kept {
  const { flat, texts }: Size = sizes[table]
  const bytes = texts.reduce((sum, name) => sum + lengthOf(row[name]), flat)
  const isOpen = table === 'scoring_jobs' && openStates.includes(row['status'] as string)
  return isOpen
    ? { openScoringJobs: 1, keptBytes: bytes + openScoringJobBytes }
    : { openScoringJobs: 0, keptBytes: bytes }
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  return value instanceof Uint8Array ? value.length : 0
}

/**
 * Returns SQL that calculates the amounts of `keptOf`: the columns `keptBytes` and `openScoringJobs` for the rows of
 * `alias`.
 */
export function keptColumns(table: KeptTable, alias: string): string {
  const { flat, texts }: Size = sizes[table]
  const isOpen = `CASE WHEN ${alias}.status IN (${openStates.map((state) => `'${state}'`).join(', ')}) THEN 1 ELSE 0 END`
  const lengths = texts.map((name) => ` + COALESCE(OCTET_LENGTH(${alias}.${name}), 0)`).join('')
  return table === 'scoring_jobs'
    ? `${flat} + ${openScoringJobBytes} * ${isOpen}${lengths} AS keptBytes, ${isOpen} AS openScoringJobs`
    : `${flat}${lengths} AS keptBytes, 0 AS openScoringJobs`
}

/**
 * Returns the SQL that follows FROM to select an owner's rows, with alias `r`. Bind the partner as $1 and the
 * environment as $2.
 */
export function ofOwner(table: KeptTable): string {
  if (table === 'scoring_batch_jobs')
    return `scoring_batch_jobs r JOIN scoring_jobs o ON o.id = r.scoringJobId WHERE o.partnerId = $1 AND o.environment = $2`
  return tenantsOnly.includes(table)
    ? `${table} r JOIN tenants o ON o.id = r.tenantId WHERE o.partnerId = $1 AND o.environment = $2`
    : `${table} r WHERE r.partnerId = $1 AND r.environment = $2`
}

/** Tables that refer to their owner only through the tenant. */
const tenantsOnly: readonly KeptTable[] = [
  'jobs',
  'criteria_versions',
  'library_criteria',
  'question_sets',
  'verdicts',
  'overrides',
  'resumes',
  'resume_chunks',
  'resume_uses',
]

export const keptTables = Object.keys(sizes) as KeptTable[]
