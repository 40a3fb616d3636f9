/**
 * Whose quota a stored answer counts towards; the criteria version whose criteria it repeats, where it holds no text of
 * its own; and until when such an answer may need the version.
 *
 * All are null in rows that the previous release makes meanwhile: they count towards no quota, and refer to no version.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  const { id, enumeration, instant } = columns
  await addColumns('idempotent_answers', {
    partnerId: nullable(id()),
    environment: nullable(enumeration(16)),
    criteriaVersionId: nullable(id()),
  })
  await addColumns('criteria_versions', { answeredUntil: nullable(instant()) })
}
