/**
 * Drops an index of scoring jobs that no statement needs: the dispatcher asks for each partner by another one. Every
 * submission wrote an entry of it, and every change of state another. Processes of the release before count the jobs
 * with a message by it, once in five seconds; the dispatcher's index serves them as well, with more entries to read.
 */
import type { Migration } from '../migrations.ts'

const index = 'scoring_jobs_publish'

export const up: Migration = async ({ database }) => {
  if (database.dialect === 'sqlite') {
    await database.execute(`DROP INDEX IF EXISTS ${index}`)
    return
  }
  const known = await database.select(
    'SELECT 1 FROM information_schema.statistics WHERE table_schema = DATABASE() AND index_name = $1',
    [index],
  )
  if (known.length > 0) await database.execute(`DROP INDEX ${index} ON scoring_jobs`)
}
