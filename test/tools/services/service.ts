/** What a service of the tests is: its ports, its process, and whether it answers. */
import type { Command } from './newest.ts'

/** The nodes of the cluster that `ENGINES=galera` starts. */
export const nodes = ['galera1', 'galera2', 'galera3'] as const
export type Node = (typeof nodes)[number]
/** For SQL, for the group, and to receive a state: incremental, or whole. */
export const portsOf = (node: Node) => [node, `${node}Group`, `${node}Ist`, `${node}Sst`] as const

export type Ports = Record<'mariadb' | 'amqp' | 'amqpDistribution' | 'epmd' | 'redis' | GaleraPort, number>
type GaleraPort = ReturnType<typeof portsOf>[number]

export type Service = {
  /** `mariadb` is MySQL with the newest engines. */
  name: 'mariadb' | 'epmd' | 'rabbitmq' | 'redis' | Node
  ports: (keyof Ports)[]
  /** A part of our process's command line that no other process has. */
  mark: (ports: Ports) => string
  start: (ports: Ports) => Command
  /** Resolves once it responds; rejects while it does not. */
  answers: (ports: Ports) => Promise<void>
}
