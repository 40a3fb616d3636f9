/**
 * Whose quota a stored answer counts towards, and until when a stored answer needs the criteria of a version.
 *
 * Null in rows that the previous release makes meanwhile: they count towards nobody's, and need no version.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  const { id, enumeration, instant } = columns
  await addColumns('idempotent_answers', { partnerId: nullable(id()), environment: nullable(enumeration(16)) })
  await addColumns('criteria_versions', { answeredUntil: nullable(instant()) })
}
