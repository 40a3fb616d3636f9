/**
 * Drops an index of scoring jobs that no statement needs: the dispatcher queries each partner by another one. Every
 * submission and every change of state wrote an entry of it. Processes of the previous release use it to count the jobs
 * that have a message, once in five seconds; the dispatcher's index serves them too, with more entries to read.
 */
import type { Migration } from '../migrations.ts'

export const up: Migration = ({ dropIndex }) => dropIndex('scoring_jobs', 'publish')
