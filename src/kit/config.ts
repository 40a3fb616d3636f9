/**
 * Reads the settings once, from the environment and the command line, and reports all faults together. The list of
 * settings is in `settings.ts`.
 */
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import type { SecretKeys } from './encryption.ts'
import { logLevels, type LogLevel } from './log.ts'
import { settings } from './settings.ts'

export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

/** How many proxies are in front of the API, or their addresses and subnets; false if there are none. */
export type TrustProxy = number | string[] | false

export type Config = {
  role: Role
  /** The name of this cell, which is part of new keys and report links; null for the default cell. */
  cell: string | null
  http: { host: string; port: number }
  admin: { host: string; port: number }
  trustProxy: TrustProxy
  dataDir: string
  /** Newest first; null to use the key that is generated in `dataDir`. */
  secretKeys: SecretKeys | null
  /** Null to use the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** Null to use the in-memory queue. */
  amqpUrl: string | null
  /** Null if each process keeps its own request counts. */
  redisUrl: string | null
  /** Maximum number of concurrent calls to the model provider for scoring. */
  modelCalls: number
  /**
   * The maximum number of seconds for all model calls of one score together, within the contract's bounds; null for the
   * default.
   */
  modelTimeoutSeconds: number | null
  /** Whether scoring continues even if many of the model's quotes are not in the applications. */
  modelTrusted: boolean
  /** The file in which accepted deletions are recorded; null if no journal is kept. */
  deletionJournal: string | null
  /** For how many days audit records are kept; null to keep them as long as the contract specifies. */
  auditRecordsDays: number | null
  /** Null to use the embedded engine. */
  groq: { apiKey: string; baseUrl: string | null; model: string; serviceTier: string | null } | null
  logLevel: LogLevel
  /** The base URL of an OpenTelemetry collector; null if spans are not exported. */
  otlpEndpoint: string | null
  /** The languages in which scans are read, as names of Tesseract's models. */
  ocrLanguages: string[]
  /** Comma-separated `host:port` pairs that are exempt from the https and public-address rules. */
  outboundAllow: string
  /** Whether the server checks its own responses against the contract. */
  development: boolean
}

/** Thrown for invalid settings. The message lists every fault, one per line, for the operator. */
export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** Reads all settings. @throws ConfigError that lists every invalid setting or flag, with its fix */
export function readConfig(environment: Record<string, string | undefined>, argv: string[]): Config {
  const faults: string[] = []
  const { value, port, count, seconds, url } = createReader(environment, faults)
  const apiKey = value('GROQ_API_KEY')
  const baseUrl = url('GROQ_BASE_URL', ['https:', 'http:'])
  const config: Config = {
    role: readRole(argv, faults),
    cell: value('CELL') || null,
    http: { host: value('HOST'), port: port('PORT') },
    admin: { host: value('ADMIN_HOST'), port: port('ADMIN_PORT') },
    trustProxy: readTrustProxy(value('TRUST_PROXY'), faults),
    dataDir: value('DATA_DIR'),
    secretKeys: readSecretKeys(value('SECRET_KEY'), value('SECRET_KEYS'), faults),
    databaseUrl: url('DATABASE_URL', ['mysql:']),
    amqpUrl: url('AMQP_URL', ['amqp:', 'amqps:']),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    modelCalls: count('MODEL_CALLS', 1, 1_000),
    modelTimeoutSeconds: seconds('MODEL_TIMEOUT'),
    modelTrusted: value('MODEL_TRUSTED') === 'yes',
    deletionJournal: value('DELETION_JOURNAL') || null,
    auditRecordsDays: value('AUDIT_RECORDS_DAYS') === '' ? null : count('AUDIT_RECORDS_DAYS', 1, 999_999),
    groq: apiKey
      ? { apiKey, baseUrl, model: value('GROQ_MODEL'), serviceTier: value('GROQ_SERVICE_TIER') || null }
      : null,
    logLevel: value('LOG_LEVEL') as LogLevel,
    otlpEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    ocrLanguages: value('OCR_LANGUAGES').split(','),
    outboundAllow: value('OUTBOUND_ALLOW'),
    development: value('NODE_ENV') === 'development',
  }
  if (!config.ocrLanguages.every((name) => /^[a-z]{3}(?:_[a-z_]{1,20})?$/i.test(name)))
    faults.push(`OCR_LANGUAGES is "${value('OCR_LANGUAGES')}": give names such as eng or eng,deu.`)
  if (!/^([a-z][a-z0-9]{0,15})?$/.test(value('CELL')))
    faults.push(`CELL is "${value('CELL')}": give a lower-case letter, then up to 15 lower-case letters or digits.`)
  if (!['', 'yes'].includes(value('MODEL_TRUSTED')))
    faults.push(`MODEL_TRUSTED is "${value('MODEL_TRUSTED')}": give yes, or leave it out.`)
  checkConfig(config, value('SECRET_KEY') + value('SECRET_KEYS') !== '', faults)
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** Returns functions that read a setting by its name, and add a message to `faults` if its value is invalid. */
function createReader(environment: Record<string, string | undefined>, faults: string[]) {
  const value = (name: string) =>
    environment[name] || (settings.find((setting) => setting.name === name)?.fallback ?? '')
  return {
    value,
    port(name: string): number {
      const number = Number(value(name))
      if (!/^\d{1,5}$/.test(value(name)) || number > 65_535)
        faults.push(`${name} is "${value(name)}": give a port from 0 to 65535.`)
      return number
    },
    count(name: string, min: number, max: number): number {
      const number = Number(value(name))
      if (!/^\d{1,6}$/.test(value(name)) || number < min || number > max)
        faults.push(`${name} is "${value(name)}": give a number from ${min} to ${max}.`)
      return number
    },
    seconds(name: string): number | null {
      if (value(name) === '') return null
      if (!/^\d{1,6}$/.test(value(name))) faults.push(`${name} is "${value(name)}": give a whole number of seconds.`)
      return Number(value(name))
    },
    url(name: string, protocols: string[]): string | null {
      const text = value(name)
      if (!text) return null
      const form = protocols.map((protocol) => `${protocol}//host`).join(' or ')
      if (!protocols.includes(URL.parse(text)?.protocol ?? ''))
        faults.push(`${name} is not of the form ${form}: correct it or leave it out.`)
      return text
    },
  }
}

const serviceTiers = ['auto', 'flex']

/** Checks settings that allow only listed values, and settings that depend on each other. */
function checkConfig(config: Config, hasSecretKey: boolean, faults: string[]): void {
  const tier = config.groq?.serviceTier ?? null
  if (tier !== null && !serviceTiers.includes(tier))
    faults.push(`GROQ_SERVICE_TIER is "${tier}": give one of ${serviceTiers.join(', ')}, or leave it out.`)
  if (!logLevels.includes(config.logLevel))
    faults.push(`LOG_LEVEL is "${config.logLevel}": give one of ${logLevels.join(', ')}.`)
  const pairs = config.outboundAllow
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
  for (const pair of pairs)
    if (!/^(\[[0-9a-fA-F:.]+\]|[^\s:/@]+):\d{1,5}$/.test(pair))
      faults.push(`OUTBOUND_ALLOW contains "${pair}": give host:port pairs, separated by commas.`)
  if (config.databaseUrl && !hasSecretKey)
    faults.push(
      'SECRET_KEY is required with DATABASE_URL: give 32 bytes in base64, for example from `openssl rand -base64 32`, the same for every process.',
    )
  if (config.role !== 'all' && !(config.databaseUrl && config.amqpUrl))
    faults.push(
      `--role ${config.role} needs DATABASE_URL and AMQP_URL, which the processes share: set both, or leave --role out.`,
    )
}

function readTrustProxy(text: string, faults: string[]): TrustProxy {
  if (/^\d{0,2}$/.test(text)) return Number(text) || false
  const proxies = text.split(',').map((proxy) => proxy.trim())
  // Express accepts an address, or a subnet such as 10.0.0.0/8.
  const isProxy = (proxy: string) => isIP(proxy.replace(/\/\d{1,3}$/, '')) !== 0
  if (proxies.every(isProxy)) return proxies
  faults.push(
    `TRUST_PROXY is "${text}": give the number of proxies in front, or their addresses or subnets, comma-separated.`,
  )
  return false
}

function readRole(argv: string[], faults: string[]): Role {
  try {
    const { values } = parseArgs({ args: argv, options: { role: { type: 'string', default: 'all' } } })
    if (roles.includes(values.role as Role)) return values.role as Role
    faults.push(`--role is "${values.role}": give one of ${roles.join(', ')}.`)
  } catch (error) {
    faults.push(`${(error as Error).message.split('. ')[0]}. The only flags are --role and --help.`)
  }
  return 'all'
}

function readSecretKeys(one: string, list: string, faults: string[]): SecretKeys | null {
  if (one && list) faults.push('SECRET_KEY and SECRET_KEYS are both set: keep one of them.')
  const keys = (list || one)
    .split(',')
    .filter(Boolean)
    .map((text) => readSecretKey(list ? 'SECRET_KEYS' : 'SECRET_KEY', text.trim(), faults))
  const [newest, ...others] = keys
  return newest ? [newest, ...others] : null
}

function readSecretKey(name: string, text: string, faults: string[]): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64') !== text)
    faults.push(`${name} is not 32 bytes in base64: generate one with \`openssl rand -base64 32\`.`)
  return bytes
}
