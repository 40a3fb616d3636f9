/**
 * A migration removes nothing that the previous release uses, because that release's processes are still running. See
 * the docstring in migrations.ts.
 */
import test from 'ava'
import { dialects, openFor } from '../../tools/services/databases.ts'
import { released, writeMigration } from '../../support/migrations.ts'
import { migrationFaults } from '../../support/schema.ts'

/**
 * Removals that are allowed: the test's message, and why the previous release does not use the part. Example:
 * `'0031-no-concurrency.ts: workers.concurrency is gone': 'not written since 1.4'`.
 */
const contracted: Record<string, string> = {
  '0007-publish-index.ts: scoring_jobs.scoring_jobs_publish is gone':
    'no statement names it; a count of the release before finds another',
  '0008-answers-index.ts: idempotent_answers.idempotent_answers_application is gone':
    'no statement names it, and none asks for an application without its tenant',
  '0008-answers-index.ts: idempotent_answers.idempotent_answers_tenant is gone':
    'no statement names it; idempotent_answers_subject begins alike',
  '0009-scoring-indexes.ts: applications.applications_tenant is gone':
    'no statement names it; only the eraser finds rows by it, and reads more of them meanwhile',
  '0009-scoring-indexes.ts: scoring_jobs.scoring_jobs_queued is gone':
    'no statement names it; sweeps and gauges find another, with more entries to read',
  '0009-scoring-indexes.ts: scoring_jobs.scoring_jobs_tenant is gone': 'as for applications',
  '0010-worker-index.ts: scoring_jobs.scoring_jobs_started is gone':
    'no statement names it; sweeps and gauges find another, with more entries to read',
  '0010-worker-index.ts: scoring_jobs.scoring_jobs_worker is another index':
    'one statement names it, and asks for its first two columns',
}

/** Consecutive changes, each with what the previous release loses, which must be detected. */
type Planted = [change: string, losses: string[]]

const run = (sql: string) => `await database.execute('${sql}')`
const narrower = (column: string) => `${column} is narrower, or of another kind`

const made: Planted = [
  `await createTable('things', { id: columns.id(), owner: columns.identifier(128), at: columns.instant() },
    { unique: { once: ['owner', 'at'] }, indexes: { at: ['at'] } })
  await createTable('others', { id: columns.id(), word: columns.line(9) })`,
  [],
]

const onBoth: Planted[] = [
  [
    `await addColumns('things', { note: nullable(columns.line(9)) }, { indexes: { note: ['note'] } })
    await createTable('third', { id: columns.id(), word: columns.line(9) }, { unique: { word: ['word'] } })
    ${run('ALTER TABLE things ADD COLUMN word VARCHAR(9) NOT NULL DEFAULT 1')}`,
    [],
  ],
  [dropIndex('things_note'), ['things.things_note is gone']],
  [run('ALTER TABLE things DROP COLUMN note'), ['things.note is gone']],
  [run('CREATE UNIQUE INDEX things_one ON things (at)'), ['things.things_one is new and unique']],
  [
    `${dropIndex('things_at')}\n${run('CREATE INDEX things_at ON things (owner)')}`,
    ['things.things_at is another index'],
  ],
  [
    run('ALTER TABLE others RENAME COLUMN word TO words'),
    ['others.word is gone', 'others.words is new and wants a value'],
  ],
  [run('DROP TABLE others'), ['others is gone']],
]

/** SQLite can neither change a column nor add one that requires a value. */
const onMysql: Planted[] = [
  [run('ALTER TABLE things MODIFY owner VARCHAR(200) NOT NULL'), []],
  [run('ALTER TABLE things MODIFY owner VARCHAR(199) NOT NULL'), [narrower('things.owner')]],
  [run('ALTER TABLE things MODIFY owner VARCHAR(199) COLLATE utf8mb4_general_ci NOT NULL'), [narrower('things.owner')]],
  [run('ALTER TABLE things MODIFY at INT NOT NULL'), [narrower('things.at')]],
  [run('ALTER TABLE things MODIFY at BIGINT'), []],
  [run('ALTER TABLE things MODIFY at BIGINT NOT NULL'), ['things.at refuses null', 'things.at wants a value']],
  [run('ALTER TABLE things MODIFY word VARCHAR(9) NOT NULL'), ['things.word wants a value']],
  [run('ALTER TABLE things ADD COLUMN due INT NOT NULL'), ['things.due is new and wants a value']],
]

function dropIndex(name: string): string {
  const onTable = `\${database.dialect === 'mysql' ? ' ON things' : ''}`
  return `await database.execute(\`DROP INDEX ${name}${onTable}\`)`
}

for (const [dialect, create] of Object.entries(dialects)) {
  test(`${dialect}: after each migration the previous release finds everything that it relies on`, async (t) => {
    const faults = await migrationFaults(await openFor(t, create), released)
    t.deepEqual(faults, Object.keys(contracted), 'see the docstring of migrations.ts')
  })

  test(`${dialect}: a migration that removes something from the previous release is detected`, async (t) => {
    const planted = [made, ...onBoth, ...(dialect === 'mysql' ? onMysql : [])]
    const names = planted.map((_planted, index) => `${index + 1001}-planted.ts`)
    const folder = await writeMigration(t, 'none.ts', '')
    for (const [index, [change]] of planted.entries()) await writeMigration(t, names[index]!, change, folder)
    const faults = await migrationFaults(await openFor(t, create), folder)
    t.deepEqual(
      faults,
      planted.flatMap(([, losses], index) => losses.map((loss) => `${names[index]}: ${loss}`)),
    )
  })
}
