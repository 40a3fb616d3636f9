/**
 * Whose quota a stored answer counts towards; for an answer that repeats the criteria of a version, the rest of the answer
 * and the version; and until when stored answers need a version.
 *
 * All are null in rows that the previous release makes meanwhile: they count towards no quota, and refer to no version.
 * It takes a reference, whose `answer` is null, for a request in progress.
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
