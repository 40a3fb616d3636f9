/** Judges differences by the tables: whether each breaks a client, and its consequence for the client. */
import { isDeepStrictEqual } from 'node:util'
import { resolved, sectionOf, type Contract } from './contract.ts'
import { differencesOf, type Difference } from './differences.ts'
import { numberTable } from './number-table.ts'
import { operationTable } from './operation-table.ts'
import { schemaTable } from './schema-table.ts'
import { subjectOf } from './subject.ts'
import { isTree, type Tree, type Value } from './tree.ts'
import { usesOf, type Side } from './users.ts'

export type Finding = {
  breaks: boolean
  /** JSON pointer into the contract, or into the base if the part was removed. */
  pointer: string
  /** The consequence for a client, in one sentence. */
  sentence: string
  /** The operations whose clients notice the change; empty if the clients of all operations do. */
  users: string[]
}

const table = { ...operationTable, ...schemaTable, ...numberTable }

/**
 * Returns every difference between two contracts with its judgement, breaking ones first, each once with its
 * operations.
 */
export function findingsOf(base: Contract, next: Contract): Finding[] {
  const findings = new Map<string, Finding>()
  for (const difference of differencesOf(base, next))
    for (const { side, users } of usesOf(base, difference.path)) {
      const finding = judge(difference, { side, users, base, next })
      const same = findings.get(`${finding.pointer} ${finding.sentence}`)
      if (same) same.users = [...new Set([...same.users, ...users])]
      else findings.set(`${finding.pointer} ${finding.sentence}`, finding)
    }
  return [...findings.values()].sort((one, other) => Number(other.breaks) - Number(one.breaks))
}

type Around = { side: Side; users: string[]; base: Contract; next: Contract }

function judge(difference: Difference, around: Around): Finding {
  const { path, before, after, pointer } = difference
  const [kind = '', ...name] = (path.at(-1) ?? '').split(' ')
  const word = wordFor(difference, kind, around)
  const { breaks, sentence } = table[`${kind} ${word} ${around.side}`] ?? unknown
  const words: Record<string, string> = {
    it: subjectOf(path),
    kind,
    word,
    name: name.join(' '),
    before: shown(before),
    after: shown(after),
  }
  const filled = sentence.replace(/\{(\w+)\}/g, (_, key: string) => words[key] ?? '')
  return { breaks, pointer, users: around.users, sentence: filled.charAt(0).toUpperCase() + filled.slice(1) }
}

/** The judgement of a change without a row in any table. */
const unknown = {
  breaks: true,
  sentence: '{it}: `{kind}` was {word}; the consequence for clients is unknown, so the change is treated as breaking.',
}

/** A member added below these keys may restrict a member that the schema already described. */
const restricting = /^(allOf|dependentSchemas) /

/** The kind of change, in the words of the tables. */
function wordFor({ path, change, before, after }: Difference, kind: string, { base, next }: Around): string {
  if (typeof before === 'number' && typeof after === 'number') return after > before ? 'raised' : 'lowered'
  if (change !== 'added') return change
  if (kind === 'property' && path.slice(0, -1).some((key) => restricting.test(key))) return 'restricted'
  const whole = resolved(next, after)
  if (!isTree(whole)) return change
  if ((kind === 'parameter' || kind === 'body') && whole.required === true) return 'required'
  const operation = sectionOf(base, path[0] as string)?.[path[0] as string]
  if (kind !== 'failure' || !isTree(operation)) return change
  const usual = resolved(base, operation['failure default'])
  return isTree(usual) && isDeepStrictEqual(mediaOf(whole), mediaOf(usual)) ? change : 'new'
}

/** The bodies of a response, without its headers. */
function mediaOf(answer: Tree): [string, Value][] {
  return Object.entries(answer).filter(([key]) => key.startsWith('media '))
}

function shown(value: Value | undefined): string {
  return isTree(value) ? JSON.stringify(value) : String(value)
}
