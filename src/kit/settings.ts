/** The settings, with their defaults and help. A setting that is not listed here does not exist. */
import { logLevels } from './log.ts'

type Setting = {
  name: string
  fallback: string
  help: string
  /**
   * Whether the value can also come from a file, whose path is in `<name>_FILE`. Containers receive secrets as files.
   */
  isSecret?: true
}

/** Each setting with its default and one line for `--help`; an empty default means "not set". */
export const settings: readonly Setting[] = [
  { name: 'HOST', fallback: '127.0.0.1', help: 'address the API listens on' },
  { name: 'PORT', fallback: '8080', help: 'port of the API; 0 picks a free one' },
  { name: 'ADMIN_HOST', fallback: '127.0.0.1', help: 'address of the metrics and health checks, in every role' },
  { name: 'ADMIN_PORT', fallback: '9090', help: 'port of the metrics and health checks; 0 picks a free one' },
  {
    name: 'TRUST_PROXY',
    fallback: '',
    help: 'number of proxies in front of the API, or their addresses and subnets, comma-separated; without it, X-Forwarded-For is ignored',
  },
  {
    name: 'CELL',
    fallback: '',
    help: 'name of this cell, if partners are spread over several cells; new keys and report links contain it, so that a proxy can find the cell',
  },
  {
    name: 'DATA_DIR',
    fallback: '.data',
    help: 'folder of the embedded database and the generated secret key; one server per folder',
  },
  {
    name: 'SECRET_KEY',
    fallback: '',
    isSecret: true,
    help: '32 bytes in base64; encrypts stored responses and webhook secrets; required with DATABASE_URL, otherwise generated in DATA_DIR',
  },
  {
    name: 'SECRET_KEYS',
    fallback: '',
    isSecret: true,
    help: 'replaces SECRET_KEY during a rotation: new,old; the first key encrypts, all of them decrypt; afterwards run `cli secrets rotate`',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    isSecret: true,
    help: 'MySQL or MariaDB instead of the embedded database: mysql://user:password@host:port/database; append ?ssl-mode=VERIFY_IDENTITY for TLS',
  },
  {
    name: 'AMQP_URL',
    fallback: '',
    isSecret: true,
    help: 'RabbitMQ instead of the in-memory queue: amqp://user:password@host:port/vhost, or amqps:// for TLS',
  },
  {
    name: 'REDIS_URL',
    fallback: '',
    isSecret: true,
    help: 'Redis, through which several servers share their request counts: redis://host:port, or rediss:// for TLS; without it, each server keeps its own counts',
  },
  {
    name: 'GROQ_API_KEY',
    fallback: '',
    isSecret: true,
    help: 'API key of the model provider; without it the built-in engine runs',
  },
  { name: 'GROQ_BASE_URL', fallback: '', help: "base URL of a compatible provider; Groq's own by default" },
  { name: 'GROQ_MODEL', fallback: 'openai/gpt-oss-120b', help: 'model to call' },
  {
    name: 'GROQ_SERVICE_TIER',
    fallback: '',
    help: "auto or flex: the provider's service tier for calls; calls with flex may be refused when the provider is busy",
  },
  {
    name: 'MODEL_CALLS',
    fallback: '64',
    help: 'maximum number of concurrent model calls for scoring, from 1 to 1000; rate-limit responses of the provider lower it temporarily',
  },
  {
    name: 'MODEL_TIMEOUT',
    fallback: '',
    help: 'maximum seconds for the model calls of one score; raise it for a slow model, such as one on your own processor',
  },
  {
    name: 'MODEL_TRUSTED',
    fallback: '',
    help: "yes: jobs continue even if many of the model's quotes are not in the applications; by default they wait",
  },
  {
    name: 'DELETION_JOURNAL',
    fallback: '',
    help: 'file to which each accepted deletion is appended, encrypted; `cli deletions reapply` reads it after a restore',
  },
  {
    name: 'AUDIT_RECORDS_DAYS',
    fallback: '',
    help: 'days for which audit records are kept, from 183; four years by default',
  },
  { name: 'LOG_LEVEL', fallback: 'info', help: logLevels.join(', ') },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    help: 'base URL of an OpenTelemetry collector that receives spans over HTTP; OTEL_EXPORTER_OTLP_HEADERS is honoured too',
  },
  {
    name: 'OCR_LANGUAGES',
    fallback: 'eng',
    help: 'languages of scanned resumes, comma-separated; each one other than eng needs npm install @tesseract.js-data/<name>',
  },
  {
    name: 'OUTBOUND_ALLOW',
    fallback: '',
    help: 'comma-separated host:port pairs exempt from the https and public-address rules; for private networks and tests',
  },
  {
    name: 'NODE_ENV',
    fallback: '',
    help: 'development validates every response against the contract: a response that does not match becomes a 500, and the log says where',
  },
]

/** Returns the text that `--help` prints. */
export function helpText(): string {
  const lines = settings.map(
    ({ name, fallback, help }) => `  ${name.padEnd(15)} ${help}${fallback ? ` (default ${fallback})` : ''}`,
  )
  return [
    'Candidate Screening Service',
    '',
    'Usage: npm start -- [--role all|api|worker] [--help]',
    '  all     API and worker in one process (default)',
    '  api     API only; needs DATABASE_URL and AMQP_URL',
    '  worker  worker only; needs DATABASE_URL and AMQP_URL',
    '',
    'Settings, from the environment:',
    ...lines,
    '',
    `From a file instead, as NAME_FILE=/path: ${settings
      .filter(({ isSecret }) => isSecret)
      .map(({ name }) => name)
      .join(', ')}`,
  ].join('\n')
}
