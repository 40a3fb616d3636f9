/** A service that tests use: its ports, its process, and whether it responds. */
import type { Command } from './newest.ts'

/** The nodes in the cluster that `ENGINES=galera` starts. */
export const nodes = ['galera1', 'galera2', 'galera3'] as const
export type Node = (typeof nodes)[number]
/** A node's ports: for SQL, for the group, and for incremental and full state transfers. */
export const portsOf = (node: Node) => [node, `${node}Group`, `${node}Ist`, `${node}Sst`] as const

export type Ports = Record<'mariadb' | 'amqp' | 'amqpDistribution' | 'epmd' | 'redis' | GaleraPort, number>
type GaleraPort = ReturnType<typeof portsOf>[number]

export type Service = {
  /** With the newest engines, `mariadb` is MySQL. */
  name: 'mariadb' | 'epmd' | 'rabbitmq' | 'redis' | Node
  ports: (keyof Ports)[]
  /** A part of the process's command line that no other process has. */
  mark: (ports: Ports) => string
  start: (ports: Ports) => Command
  /** Resolves if the service responds, and rejects if it does not. */
  answers: (ports: Ports) => Promise<void>
}
