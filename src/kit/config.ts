/**
 * The settings: read once from the environment and the command line, every fault listed at once.
 *
 * This table is also what `--help` prints. What is not here cannot be set.
 */
import { parseArgs } from 'node:util'
import { logLevels, type LogLevel } from './log.ts'

export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

export type Config = {
  role: Role
  http: { host: string; port: number }
  admin: { host: string; port: number }
  dataDir: string
  /** 32 bytes; null: made once in `dataDir`. */
  secretKey: Buffer | null
  /** null: the embedded database in `dataDir`. */
  databaseUrl: string | null
  /** null: the in-process doorbell. */
  amqpUrl: string | null
  /** null: counters live in the process. */
  redisUrl: string | null
  /** null: the embedded engine. */
  groq: { apiKey: string; baseUrl: string | null; model: string } | null
  logLevel: LogLevel
  /** Exact `host:port` pairs. */
  outboundAllow: string
}

type Setting = { name: string; fallback: string; help: string }

/** Each setting with its default and one line for `--help`; an empty default is "not set". */
export const settings: readonly Setting[] = [
  { name: 'HOST', fallback: '127.0.0.1', help: 'address the API listens on' },
  { name: 'PORT', fallback: '8080', help: 'port of the API; 0 takes a free one' },
  { name: 'ADMIN_HOST', fallback: '127.0.0.1', help: 'address of the health checks, in every role' },
  { name: 'ADMIN_PORT', fallback: '9090', help: 'port of the health checks; 0 takes a free one' },
  {
    name: 'DATA_DIR',
    fallback: '.data',
    help: 'folder of the embedded database and the made secret key; one server a folder',
  },
  {
    name: 'SECRET_KEY',
    fallback: '',
    help: 'base64 of 32 bytes, encrypts stored answers; required with DATABASE_URL, else made once in DATA_DIR',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    help: 'mysql://user:password@host:port/database instead of the embedded database',
  },
  { name: 'AMQP_URL', fallback: '', help: 'amqp://user:password@host:port/vhost instead of the in-process doorbell' },
  {
    name: 'REDIS_URL',
    fallback: '',
    help: 'redis://host:port, where several servers count requests together, instead of each for itself',
  },
  { name: 'GROQ_API_KEY', fallback: '', help: 'key of the model provider, instead of the embedded engine' },
  { name: 'GROQ_BASE_URL', fallback: '', help: "base address of a compatible provider; Groq's own where not set" },
  { name: 'GROQ_MODEL', fallback: 'openai/gpt-oss-120b', help: 'model to ask' },
  { name: 'LOG_LEVEL', fallback: 'info', help: logLevels.join(', ') },
  {
    name: 'OUTBOUND_ALLOW',
    fallback: '',
    help: 'comma-separated host:port pairs exempt from the rules on https and on addresses; for private networks and tests',
  },
]

export class ConfigError extends Error {
  readonly faults: string[]
  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** @throws ConfigError naming every setting or flag that cannot be used, and what to do. */
export function readConfig(environment: Record<string, string | undefined>, argv: string[]): Config {
  const faults: string[] = []
  const value = (name: string) =>
    environment[name] || (settings.find((setting) => setting.name === name)?.fallback ?? '')
  const port = (name: string) => {
    const number = Number(value(name))
    if (!/^\d{1,5}$/.test(value(name)) || number > 65_535)
      faults.push(`${name} is "${value(name)}": give a port from 0 to 65535.`)
    return number
  }
  const url = (name: string, protocols: string[]) => {
    const text = value(name)
    if (!text) return null
    const form = protocols.map((protocol) => `${protocol}//host`).join(' or ')
    if (!protocols.includes(URL.parse(text)?.protocol ?? ''))
      faults.push(`${name} is not of the form ${form}: correct it or leave it out.`)
    return text
  }
  const apiKey = value('GROQ_API_KEY')
  const baseUrl = url('GROQ_BASE_URL', ['https:', 'http:'])
  const config: Config = {
    role: readRole(argv, faults),
    http: { host: value('HOST'), port: port('PORT') },
    admin: { host: value('ADMIN_HOST'), port: port('ADMIN_PORT') },
    dataDir: value('DATA_DIR'),
    secretKey: readSecretKey(value('SECRET_KEY'), faults),
    databaseUrl: url('DATABASE_URL', ['mysql:']),
    amqpUrl: url('AMQP_URL', ['amqp:', 'amqps:']),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    groq: apiKey ? { apiKey, baseUrl, model: value('GROQ_MODEL') } : null,
    logLevel: value('LOG_LEVEL') as LogLevel,
    outboundAllow: value('OUTBOUND_ALLOW'),
  }
  if (!logLevels.includes(config.logLevel))
    faults.push(`LOG_LEVEL is "${config.logLevel}": give one of ${logLevels.join(', ')}.`)
  const pairs = config.outboundAllow
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
  for (const pair of pairs)
    if (!/^(\[[0-9a-fA-F:.]+\]|[^\s:/@]+):\d{1,5}$/.test(pair))
      faults.push(`OUTBOUND_ALLOW holds "${pair}": give host:port pairs, separated by commas.`)
  if (config.databaseUrl && !config.secretKey && !value('SECRET_KEY'))
    faults.push(
      'SECRET_KEY is required with DATABASE_URL: give base64 of 32 bytes, for example from `openssl rand -base64 32`, the same for every process.',
    )
  if (config.role !== 'all' && !(config.databaseUrl && config.amqpUrl))
    faults.push(
      `--role ${config.role} needs DATABASE_URL and AMQP_URL, which the processes share: set both, or leave --role out.`,
    )
  if (faults.length > 0) throw new ConfigError(faults)
  return config
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

function readSecretKey(text: string, faults: string[]): Buffer | null {
  if (!text) return null
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 32 && bytes.toString('base64') === text) return bytes
  faults.push('SECRET_KEY is not base64 of 32 bytes: make one with `openssl rand -base64 32`.')
  return null
}

/** What `--help` prints. */
export function helpText(): string {
  const lines = settings.map(
    ({ name, fallback, help }) => `  ${name.padEnd(15)} ${help}${fallback ? ` (default ${fallback})` : ''}`,
  )
  return [
    'Candidate Screening Service',
    '',
    'Usage: npm start -- [--role all|api|worker] [--help]',
    '  all     API and worker in one process (default)',
    '  api     only the API; needs DATABASE_URL and AMQP_URL',
    '  worker  only the worker; needs DATABASE_URL and AMQP_URL',
    '',
    'Settings, from the environment:',
    ...lines,
  ].join('\n')
}
