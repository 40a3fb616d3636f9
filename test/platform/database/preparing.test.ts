/**
 * Which statements are prepared. On a node of a Galera cluster, a statement in a transaction must not be, because the
 * node can lose the error for a conflict while it prepares.
 */
import test, { type ExecutionContext } from 'ava'
import { createServer, type Connection } from 'mysql2'
import { columns, defineTable } from '../../../src/platform/database/database.ts'
import { openDatabase } from '../../../src/platform/database/open.ts'
import { freePort } from '../../tools/services/process.ts'

const kept = defineTable('kept', { id: columns.integer(), name: columns.identifier(20) })

const refusal = 'this server prepares nothing'
const name = "it's $1 \\ $2"
const written = "'it\\'s $1 \\\\ $2'"

for (const isCluster of [true, false])
  test(`a statement in a transaction is ${isCluster ? "never prepared on a cluster's node" : 'prepared on a single server'}`, async (t) => {
    const { url, prepared, sent } = await startRefusing(t, isCluster)
    const database = openDatabase({ url })
    t.teardown(() => database.close())
    const statements = [
      () => database.execute("UPDATE kept SET name = $1 WHERE id = $2 AND name <> 'it''s $1'", [name, 7]),
      () => database.insert(kept, [{ id: 8, name }]),
      () => database.model(kept).create({ id: 9, name }),
      () => database.model(kept).update({ name }, { where: { id: [1, 2], name: ["it's $1", 'b'] } }),
    ]
    for (const statement of statements) {
      const done = database.transaction(statement as () => Promise<unknown>)
      if (isCluster) await t.notThrowsAsync(done)
      else await t.throwsAsync(done, { message: refusal })
    }
    t.is(prepared.length, isCluster ? 0 : statements.length)
    const inTransactions = [
      `UPDATE kept SET name = ${written} WHERE id = 7 AND name <> 'it''s $1'`,
      `INSERT INTO \`kept\` (\`id\`,\`name\`) VALUES (8,${written})`,
      `INSERT INTO \`kept\` (\`id\`,\`name\`) VALUES (9,${written});`,
      `UPDATE \`kept\` SET \`name\`=${written} WHERE \`id\` IN (1, 2) AND \`name\` IN ('it\\'s $1', 'b')`,
    ]
    t.deepEqual(sent, isCluster ? inTransactions : [])
    await t.throwsAsync(database.select('SELECT $1 AS outside', [1]), { message: refusal })
  })

type Refusing = { url: string; prepared: string[]; sent: string[] }

/** Starts a server that accepts every change, but prepares none. Collects the changes that it should prepare or run. */
async function startRefusing(t: ExecutionContext, isCluster: boolean): Promise<Refusing> {
  const [prepared, sent]: [string[], string[]] = [[], []]
  const variables = { max_allowed_packet: `${2 ** 26}`, wsrep_on: isCluster ? 'ON' : 'OFF' }
  const port = await freePort()
  const server = createServer(() => {})
  server.on('connection', (connection: Connection) => {
    connection.on('error', () => {})
    const authCallback = (_login: object, accept: (error: null) => void) => {
      accept(null)
      connection.sequenceId = 0
    }
    connection.serverHandshake({ ...greeting, authCallback })
    /**
     * Sends a reply. The protocol numbers packets from the start of each statement, but mysql2 does not reset the number.
     */
    const reply = (write: () => void) => {
      connection.sequenceId = 1
      write()
      connection.sequenceId = 0
    }
    connection.on('query', (sql: string) => {
      if (sql.startsWith('SHOW')) {
        const rows = Object.entries(variables).map(([Variable_name, Value]) => ({ Variable_name, Value }))
        return reply(() => connection.writeTextResult(rows, ['Variable_name', 'Value'].map(toColumn)))
      }
      if (/^(INSERT|UPDATE)/.test(sql)) sent.push(sql.trim())
      reply(() => connection.writeOk())
    })
    connection.on('stmt_prepare', (sql: string) => {
      // Statements that begin with SET arrive here, too. They are accepted, and not collected.
      if (sql.startsWith('SET')) return reply(() => connection.writeOk())
      prepared.push(sql)
      reply(() => connection.writeError({ code: 1295, message: refusal }))
    })
  })
  server.listen(port)
  t.teardown(() => server.close(() => {}))
  return { url: `mysql://user@127.0.0.1:${port}/kept`, prepared, sent }
}

const utf8mb4 = 45
const greeting = {
  ...{ protocolVersion: 10, serverVersion: '8.0.0', connectionId: 1, statusFlags: 2 },
  ...{ characterSet: utf8mb4, capabilityFlags: 0xffffff },
}

function toColumn(orgName: string): object {
  const none = { catalog: 'def', schema: '', table: '', orgTable: '', flags: 0, decimals: 0 }
  return { ...none, name: orgName, orgName, characterSet: utf8mb4, columnLength: 100, columnType: 253 }
}
