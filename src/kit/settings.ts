/** The settings, with their defaults and help. A setting that is not listed here does not exist. */
import { logLevels } from './log.ts'

type Setting = {
  name: string
  fallback: string
  help: string
  /** Can also be read from the file named in `<name>_FILE`, because containers receive their secrets as files. */
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
    help: 'number of proxies in front, or their addresses and subnets, comma-separated: X-Forwarded-For counts only then',
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
    help: 'base64 of 32 bytes; encrypts stored answers and webhook secrets; required with DATABASE_URL, else generated in DATA_DIR',
  },
  {
    name: 'SECRET_KEYS',
    fallback: '',
    isSecret: true,
    help: 'instead of SECRET_KEY while it changes: new,old; the first encrypts, all of them read; then run `cli secrets rotate`',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    isSecret: true,
    help: 'MySQL or MariaDB instead of the embedded database: mysql://user:password@host:port/database; with ?ssl-mode=VERIFY_IDENTITY over TLS',
  },
  {
    name: 'AMQP_URL',
    fallback: '',
    isSecret: true,
    help: 'RabbitMQ instead of the in-memory queue: amqp://user:password@host:port/vhost; amqps:// over TLS',
  },
  {
    name: 'REDIS_URL',
    fallback: '',
    isSecret: true,
    help: 'Redis, in which several servers count requests together: redis://host:port, or rediss:// over TLS; else each counts for itself',
  },
  {
    name: 'GROQ_API_KEY',
    fallback: '',
    isSecret: true,
    help: 'API key of the model provider; without it the embedded engine runs',
  },
  { name: 'GROQ_BASE_URL', fallback: '', help: "base URL of a compatible provider; Groq's own by default" },
  { name: 'GROQ_MODEL', fallback: 'openai/gpt-oss-120b', help: 'model to call' },
  {
    name: 'GROQ_SERVICE_TIER',
    fallback: '',
    help: "auto or flex: in which of the provider's queues calls wait; flex is cheaper or faster, and may be refused",
  },
  {
    name: 'MODEL_CALLS',
    fallback: '64',
    help: 'calls to the model at once, at most, from 1 to 1000; its rate-limit answers lower it meanwhile',
  },
  {
    name: 'MODEL_TIMEOUT',
    fallback: '',
    help: 'seconds that one score may take at the model, if more than usual: for a model on a processor of your own',
  },
  {
    name: 'MODEL_TRUSTED',
    fallback: '',
    help: "yes: jobs go on although many of the model's quotes are not in the applications; else they wait",
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
    help: "base URL of an OpenTelemetry collector that gets the spans, over HTTP; the SDK's OTEL_EXPORTER_OTLP_HEADERS counts too",
  },
  {
    name: 'OCR_LANGUAGES',
    fallback: 'eng',
    help: 'languages of scanned resumes, comma-separated; each beyond eng needs npm install @tesseract.js-data/<name>',
  },
  {
    name: 'OUTBOUND_ALLOW',
    fallback: '',
    help: 'comma-separated host:port pairs exempt from the https and public-address rules; for private networks and tests',
  },
  {
    name: 'NODE_ENV',
    fallback: '',
    help: 'development holds each answer against the contract: one that differs becomes a 500, and the log says where',
  },
]

/** The text that `--help` prints. */
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
