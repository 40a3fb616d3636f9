/** The settings of a run, from the environment that `make load` passes on. */
import { join } from 'node:path'
import { root } from '../bench/checkouts.ts'
import { CouldNotRun } from './could-not-run.ts'

export const scenarios = [
  'smoke',
  'average',
  'spike',
  'backlog',
  'lists',
  'webhooks',
  'limits',
  'neighbours',
  'breakpoint',
  'soak',
] as const
export type ScenarioName = (typeof scenarios)[number]
/** About five minutes. */
const defaults: ScenarioName[] = ['smoke', 'average', 'spike', 'backlog', 'lists', 'webhooks', 'limits']

export type Backend = 'embedded' | 'services'
export type Remote = { base: string; keys: string[] }

export type Settings = {
  scenarios: ScenarioName[]
  backend: Backend
  /** The URL of a remote server; null: the run starts its own. */
  remote: Remote | null
  /** The port of the first API; 0: a free port. */
  port: number
  /** The duration of a soak or breakpoint; null: as set in its script. */
  seconds: number | null
  out: string
}

/** @throws CouldNotRun that names the setting to correct */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const value = (name: string) => environment[name] ?? ''
  return {
    scenarios: readScenarios(value('SCENARIO')),
    backend: readBackend(value('BACKEND')),
    remote: readRemote(value('BASE'), value('KEY'), value('REMOTE')),
    port: readNumber('PORT', value('PORT'), 65_535) ?? 0,
    seconds: readNumber('SECONDS', value('SECONDS'), 86_400 * 7),
    out: value('OUT') || join(root, '.out/load'),
  }
}

function readScenarios(text: string): ScenarioName[] {
  if (text === '') return defaults
  const names = text.split(',')
  const unknown = names.find((name) => !(scenarios as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new CouldNotRun(`SCENARIO is "${unknown}": give one or more of ${scenarios.join(', ')}, comma-separated`)
  return names as ScenarioName[]
}

function readBackend(text: string): Backend {
  if (text === '' || text === 'embedded') return 'embedded'
  if (text === 'services') return text
  throw new CouldNotRun(`BACKEND is "${text}": give embedded or services`)
}

function readNumber(name: string, text: string, most: number): number | null {
  if (text === '') return null
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > most) throw new CouldNotRun(`${name} is "${text}": give a whole number from 1 to ${most}`)
  return number
}

/** Load on another operator's server is an attack, so a remote run needs an explicit yes and a sandbox key. */
function readRemote(base: string, key: string, consent: string): Remote | null {
  if (base === '') return null
  const url = URL.parse(base)
  if (!url || !/^https?:$/.test(url.protocol)) throw new CouldNotRun(`BASE is "${base}": give http(s)://host[:port]`)
  const keys = key.split(',').filter(Boolean)
  // Never print a key, because the line may be logged.
  if (keys.some((one) => one.startsWith('sk_live_')))
    throw new CouldNotRun('KEY is a live key: load is never sent with one, give a sandbox key (sk_test_…)')
  if (keys.length === 0 || keys.some((one) => !one.startsWith('sk_test_')))
    throw new CouldNotRun('KEY must be a sandbox key (sk_test_…), or several of different partners, comma-separated')
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (!isHere && consent !== 'yes')
    throw new CouldNotRun(`${url.host} is not this machine: say REMOTE=yes if it is yours to load`)
  return { base: url.origin, keys }
}
