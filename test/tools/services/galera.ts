/**
 * `ENGINES=galera`: a MariaDB Galera cluster with three nodes on loopback, behind a forwarder at the database's port.
 * Rows are kept only while at least one node runs. If none runs, starting the first node creates an empty cluster.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import type { Command } from './newest.ts'
import { asRoot, program } from './packages.ts'
import { statementsOfUsers } from './database-servers.ts'
import { nodes, portsOf, type Node, type Ports, type Service } from './service.ts'

const provider = '/usr/lib/galera/libgalera_smm.so'

/** The nodes, and a forwarder. The forwarder has the name and port that a single database server would have. */
export function galeraServices(folder: string): Service[] {
  return [
    ...nodes.map((node): Service => ({
      name: node,
      ports: [...portsOf(node)],
      mark: () => `--datadir=${join(folder, node)} `,
      start: (ports) => startNode(folder, node, ports),
      answers: (ports) => untilSynced(ports[node]),
    })),
    {
      name: 'mariadb',
      ports: ['mariadb'],
      mark: ({ mariadb }) => `forwarder.ts ${mariadb} `,
      start: (ports) => ({
        command: process.execPath,
        args: [join(import.meta.dirname, 'forwarder.ts'), `${ports.mariadb}`, ...nodes.map((node) => `${ports[node]}`)],
      }),
      answers: (ports) => makeUsers(ports.mariadb),
    },
  ]
}

/** The node runs as its own user, because in a state transfer, rsync would give root's files to the user `nobody`. */
const user = asRoot ? ['--user=mysql'] : []

function startNode(folder: string, node: Node, ports: Ports): Command {
  const isFirst = nodes.every((other) => !runs(folder, other))
  if (isFirst) for (const each of nodes) rmSync(join(folder, each), { recursive: true, force: true })
  const data = join(folder, node)
  mkdirSync(data, { recursive: true })
  if (asRoot) execFileSync('chown', ['-R', 'mysql:', data])
  const common = ['--no-defaults', `--datadir=${data}`, ...user]
  if (isFirst) {
    const prepare = ['--auth-root-authentication-method=normal', '--skip-test-db']
    execFileSync(program('mariadb-install-db'), [...common, ...prepare], { stdio: 'ignore' })
  }
  const address = (port: number) => `127.0.0.1:${port}`
  const members = nodes.map((other) => address(ports[`${other}Group`])).join(',')
  const [group, ist, sst] = [ports[`${node}Group`], ports[`${node}Ist`], ports[`${node}Sst`]].map(address)
  const args = [
    ...common,
    ...[`--port=${ports[node]}`, '--bind-address=127.0.0.1', '--skip-name-resolve', '--skip-log-bin'],
    ...['--socket=database.sock', '--pid-file=database.pid', '--max-connections=400'],
    ...['--innodb-buffer-pool-size=128M', '--innodb-flush-log-at-trx-commit=1'],
    ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--wsrep-on=ON', `--wsrep-provider=${provider}`],
    ...['--wsrep-cluster-name=screening', `--wsrep-cluster-address=gcomm://${isFirst ? '' : members}`],
    ...[`--wsrep-node-name=${node}`, `--wsrep-node-address=${group}`],
    ...['--wsrep-sst-method=rsync', `--wsrep-sst-receive-address=${sst}`],
    `--wsrep-provider-options=gmcast.listen_addr=tcp://${group};ist.recv_addr=${ist};gcache.size=64M`,
  ]
  return { command: program('mariadbd'), args }
}

/** Returns whether the process that was last started for the node is still running. */
function runs(folder: string, node: Node): boolean {
  const file = join(folder, `${node}.pid`)
  return existsSync(file) && existsSync(`/proc/${readFileSync(file, 'utf8')}`)
}

/** Runs a statement on a server as its administrator. */
export async function onNode(port: number, sql: string): Promise<Record<string, string>[]> {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: 5_000 })
  try {
    return (await connection.query<RowDataPacket[]>(sql))[0]
  } finally {
    await connection.end()
  }
}

/** Returns a node's Galera status variables, by name without `wsrep_`. */
export async function statusOf(port: number): Promise<Record<string, string>> {
  const rows = await onNode(port, "SHOW GLOBAL STATUS LIKE 'wsrep%'")
  return Object.fromEntries(rows.map(({ Variable_name: name, Value: value }) => [name!.slice('wsrep_'.length), value!]))
}

async function untilSynced(port: number): Promise<void> {
  const { local_state_comment: state, ready } = await statusOf(port)
  if (state !== 'Synced' || ready !== 'ON') throw new Error(`the node is ${state}`)
}

async function makeUsers(port: number): Promise<void> {
  for (const sql of statementsOfUsers()) await onNode(port, sql)
}
