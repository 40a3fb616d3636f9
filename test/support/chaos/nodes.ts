/** The nodes of a Galera cluster (`ENGINES=galera`) and its forwarder, for scenes that cause faults in them. */
import { setTimeout as delay } from 'node:timers/promises'
import { services } from '../../tools/services/commands.ts'
import { onNode, statusOf } from '../../tools/services/galera.ts'
import { nodes, type Node } from '../../tools/services/service.ts'
import { pidOf, readPorts, startServices } from '../../tools/services/services.ts'
import { until } from '../../tools/until.ts'
import type { Scene } from './scene.ts'

/** The pause between two queries for a node's status, and for the forwarder to act on a signal. */
const pollMs = 200

function pidOfService(name: Node | 'mariadb'): number | null {
  return pidOf(
    services.find((service) => service.name === name)!,
    readPorts(),
  )
}

/** Kills nodes, and resolves when their processes have ended. */
export async function killNodes(...killed: Node[]): Promise<void> {
  for (const node of killed) process.kill(pidOfService(node)!, 'SIGKILL')
  for (const node of killed) await until(`${node} is gone`, () => pidOfService(node) === null)
}

/** Starts the dead nodes. Resolves when all nodes have the same state. */
export async function rejoin(): Promise<void> {
  await startServices()
}

/** Returns the node to which the forwarder connects new clients. */
export async function writtenNode(): Promise<Node> {
  const [row] = await onNode(readPorts().mariadb, 'SELECT @@wsrep_node_name AS name')
  return row!.name as Node
}

export const othersThan = (node: Node): Node[] => nodes.filter((other) => other !== node)

/** Bootstraps a node that has lost its quorum as a new cluster, as an operator does. */
export async function bootstrap(node: Node): Promise<void> {
  const port = readPorts()[node]
  await until(
    'the node knows that it is alone',
    async () => (await statusOf(port)).cluster_status === 'non-Primary',
    pollMs,
  )
  await onNode(port, "SET GLOBAL wsrep_provider_options = 'pc.bootstrap=YES'")
}

/**
 * Makes new connections go to all nodes in turn, or to one node again. With all nodes in turn, a read sees what another
 * node committed before it.
 */
export async function spread(isSpread: boolean): Promise<void> {
  for (const node of nodes) await onNode(readPorts()[node], `SET GLOBAL wsrep_sync_wait = ${isSpread ? 15 : 0}`)
  process.kill(pidOfService('mariadb')!, isSpread ? 'SIGUSR2' : 'SIGUSR1')
  await delay(pollMs)
}

/** Returns how many transactions so far were rolled back because of a conflict with another node. */
export async function conflicts(): Promise<number> {
  const counts = await Promise.all(nodes.map((node) => statusOf(readPorts()[node])))
  return counts.reduce((sum, { local_cert_failures, local_bf_aborts }) => {
    return sum + Number(local_cert_failures) + Number(local_bf_aborts)
  }, 0)
}

/** Returns the longest time between two acceptances in this round, in seconds. */
export async function longestGap({ database, client }: Scene): Promise<number> {
  const rows = await database.select<{ id: string; queuedAt: number }>('SELECT id, queuedAt FROM scoring_jobs')
  const times = rows
    .filter(({ id }) => client.jobs.has(id))
    .map(({ queuedAt }) => queuedAt)
    .toSorted((a, b) => a - b)
  return Math.max(...times.slice(1).map((time, at) => time - times[at]!)) / 1_000
}
