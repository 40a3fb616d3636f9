/** Lists a partner's audit records. */
import type { AuditRecord } from '../../../generated/types.gen.ts'
import { callerOf } from '../../platform/contract/call.ts'
import type { Handler } from '../../platform/services.ts'
import { listSealed, type SealedRow } from '../../tables/audit-records.ts'

export const listAuditRecords: Handler<'listAuditRecords'> = async (call, { database }) => {
  const { after = 0, limit } = call.query
  const rows = await listSealed(database, callerOf(call), after, limit)
  return { status: 200, body: rows.map(toLine).join('') }
}

/** Returns a record as one line. Its stored JSON is canonical and must not be reformatted, because it was hashed. */
function toLine({ sequence, previousHash, hash, record, subject }: SealedRow): string {
  const chained = { sequence, previousHash, hash } satisfies Partial<AuditRecord>
  return `${JSON.stringify(chained).slice(0, -1)},"record":${record},"subject":${subject ?? 'null'}}\n`
}
