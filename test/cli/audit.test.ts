/** The operator verifies audit records from the command line. */
import test from 'ava'
import { auditCommands } from '../../src/cli/audit.ts'
import type { AuditRecord } from '../../generated/types.gen.ts'
import { readLedger, scoreAndSeal, startScene } from '../features/audit/scene.ts'
import { operate } from './operate.ts'

const verifyCommand = auditCommands['audit verify']

/** Creates a partner with three sealed records. `verify` runs the command for this partner. */
async function sealed() {
  const { client, services, owner } = await startScene()
  await scoreAndSeal(client, ['a', 'b', 'c'])
  const { database } = services
  const [partner] = await database.select<{ name: string }>('SELECT name FROM partners WHERE id = $1', [
    owner.partnerId,
  ])
  const words = ['--partner', partner?.name ?? '', '--environment', 'sandbox']
  const verify = (...more: string[]) => operate(services, verifyCommand, ...words, ...more)
  const change = (sql: string) =>
    database.execute(`${sql} AND partnerId = $1 AND environment = 'SANDBOX'`, [owner.partnerId])
  return { services, owner, verify, change, records: (await readLedger(client)) as AuditRecord[] }
}

test('an unchanged ledger is verified, with and without a checkpoint', async (t) => {
  const { owner, verify, records } = await sealed()
  const { sequence, hash } = records[2] as AuditRecord
  const ledger = { ...owner, records: 3, newest: { sequence, hash }, waiting: 0 }
  t.deepEqual(await verify(), { verified: true, ledgers: [ledger] })
  t.deepEqual(await verify('--checkpoint', `${sequence}:${hash}`), { verified: true, ledgers: [ledger] })
})

test('the command fails on changed, removed and moved records, and lists each of them', async (t) => {
  const faults: [sql: string, message: RegExp][] = [
    [
      "UPDATE audit_records SET record = REPLACE(record, 'score.completed', 'score.Completed') WHERE sequence = 2",
      /: record 2 was changed$/,
    ],
    [
      "UPDATE audit_records SET subject = REPLACE(subject, 'job-1', 'job-2') WHERE sequence = 1",
      /: the subject of record 1 was changed$/,
    ],
    ['DELETE FROM audit_records WHERE sequence = 2', /: records 2 to 2 are missing$/],
    ['DELETE FROM audit_records WHERE sequence = 3', /: records 3 to 3 are missing$/],
    [
      'UPDATE audit_records SET sequence = 9 WHERE sequence = 1',
      /: record \d does not continue the previous record|are missing/,
    ],
  ]
  for (const [sql, message] of faults) {
    const { owner, verify, change } = await sealed()
    t.is(await change(sql), 1)
    const error = await t.throwsAsync(verify(), { message }, sql)
    t.true(error.message.startsWith(`${owner.partnerId} SANDBOX: `))
  }
})

test('a checkpoint from outside the database reveals a chain that was recalculated', async (t) => {
  const { verify, records } = await sealed()
  const { hash } = records[0] as AuditRecord
  const forged = `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`
  await t.throwsAsync(verify('--checkpoint', `1:${forged}`), { message: /record 1 differs from its checkpoint/ })
})

test('incomplete arguments are refused, and the error says how to correct them', async (t) => {
  const { services } = await sealed()
  const run = (...words: string[]) => operate(services, verifyCommand, ...words)
  await t.throwsAsync(run('--partner', 'a'), { message: /--partner and --environment together/ })
  await t.throwsAsync(run('--checkpoint', `1:${'0'.repeat(64)}`), { message: /add --partner and --environment/ })
  const owner = ['--partner', 'a', '--environment', 'sandbox']
  await t.throwsAsync(run(...owner, '--checkpoint', '1'), { message: /give SEQUENCE:HASH/ })
})
