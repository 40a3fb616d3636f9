/**
 * Drops an index of scoring jobs that no statement needs: the dispatcher asks for each partner by another one. Every
 * submission wrote an entry of it, and every change of state another. Processes of the release before count the jobs
 * with a message by it, once in five seconds; the dispatcher's index serves them as well, with more entries to read.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = ({ dropIndex }) => dropIndex('scoring_jobs', 'publish')
