/**
 * The trace of the request that a scoring job or an event came from: rows carry it from process to process.
 *
 * Null on rows that the previous release makes meanwhile: they begin a trace of their own.
 */
import type { Migration } from '../migrations.ts'

/** A `traceparent` has 55 characters (W3C Trace Context, section 3.2). */
const characters = 55

export const up: Migration = async ({ addColumns, columns, nullable }) => {
  for (const table of ['scoring_jobs', 'events'])
    await addColumns(table, { traceparent: nullable(columns.identifier(characters)) })
}
