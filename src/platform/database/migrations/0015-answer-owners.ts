/**
 * The owner whose quota a stored answer counts towards; for an answer that repeats a version's criteria, the rest of
 * the answer and the version; and until when stored answers need a version.
 *
 * All are null in rows that the previous release still writes: these count towards no quota and refer to no version.
 * The previous release treats such a reference, whose `answer` is null, as a request in progress.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  const { id, enumeration, bytes, instant } = columns
  const owner = { partnerId: nullable(id()), environment: nullable(enumeration(16)) }
  await addColumns('idempotent_answers', {
    ...owner,
    reference: nullable(bytes()),
    criteriaVersionId: nullable(id()),
  })
  await addColumns('criteria_versions', { answeredUntil: nullable(instant()) })
}
