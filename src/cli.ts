/**
 * The operator's command line. Prints JSON on standard output (`top` and `model check` print plain text, and `webhooks
 * listen` prints one JSON value per delivery). Prints errors on standard error, and then exits with code 1.
 */
import { auditCommands } from './cli/audit.ts'
import { backupCommands } from './cli/backups.ts'
import { cellCommands } from './cli/cells.ts'
import { jobCommands } from './cli/jobs.ts'
import { deletionCommands } from './cli/deletions.ts'
import { apiKeyCommands } from './cli/keys.ts'
import { migrateCommands } from './cli/migrate.ts'
import { modelCommands } from './cli/model.ts'
import { partnerCommands } from './cli/partners.ts'
import { queueCommands } from './cli/queues.ts'
import { scoreCommands } from './cli/scores.ts'
import { secretCommands } from './cli/secrets.ts'
import { topCommands } from './cli/top.ts'
import { webhookTrialCommands } from './cli/webhook-trials.ts'
import { webhookCommands } from './cli/webhooks.ts'
import { openData, placeOf } from './app/open-data.ts'
import { readConfig, ConfigError } from './kit/config.ts'
import { ServiceError } from './kit/errors.ts'
import { createLog } from './kit/log.ts'
import { monotonicMs, OffsetClock } from './kit/time.ts'
import { baseline } from './platform/database/migrations.ts'
import { createBroker } from './platform/broker/open.ts'
import { loadContract } from './platform/contract/contract.ts'
import { withSecretFiles } from './platform/secret-files.ts'
import type { Command, FileCommand } from './cli/command.ts'

const commands: Record<string, Command | FileCommand> = {
  ...partnerCommands,
  ...cellCommands,
  ...apiKeyCommands,
  ...migrateCommands,
  ...backupCommands,
  ...deletionCommands,
  ...webhookCommands,
  ...webhookTrialCommands,
  ...jobCommands,
  ...queueCommands,
  ...scoreCommands,
  ...auditCommands,
  ...secretCommands,
  ...topCommands,
  ...modelCommands,
}

/** Returns the help for the command with this name, or a list of the commands whose names begin with it. */
function usage(words: string[]): string {
  const [exact] = Object.entries(commands).filter(([name]) => name === words.join(' '))
  if (exact) {
    const [name, { usage: rest, help, example }] = exact
    const call = (after: string) => `npm run -s cli -- ${name} ${after}`.trim()
    return `Usage: ${call(rest)}\n\n  ${help}\n\nExample: ${call(example)}`
  }
  const begun = Object.entries(commands).filter(([name]) => name.startsWith(`${words[0]} `))
  return [
    'Usage: npm run -s cli -- COMMAND',
    ...(begun.length > 0 ? begun : Object.entries(commands)).map(
      ([name, { usage: rest, help }]) => `  ${`${name} ${rest}`.trim().padEnd(62)} ${help}`,
    ),
    'COMMAND --help shows an example.',
  ].join('\n')
}

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  const name = Object.keys(commands).find((command) => command.split(' ').every((word, index) => argv[index] === word))
  const named = argv.filter((word) => !word.startsWith('-'))
  if (argv.includes('--help') || argv.length === 0) return console.log(usage(named))
  if (!name) throw new Error(`unknown command "${argv.join(' ')}"\n${usage(named)}`)
  const command = commands[name] as Command | FileCommand
  const words = argv.slice(name.split(' ').length)
  const readSettings = () => readConfig(withSecretFiles(process.env), [])
  if ('onFiles' in command) {
    const run = command.read(words, loadContract())
    return print(await run(readSettings(), say))
  }
  const run = command.read(words, loadContract())
  const config = readSettings()
  const { database, secretKeys, applied } = await openData(config, command.createsDatabase ?? false)
  if (applied.includes(baseline)) console.error(visible(`Created a database in ${placeOf(config)}.`))
  const openBroker = async () =>
    config.amqpUrl === null
      ? null
      : createBroker({ url: config.amqpUrl, namespace: database.name, log: createLog('silent', new Set()) })
  try {
    const clock = new OffsetClock()
    clock.sync(monotonicMs(), await database.now(), monotonicMs())
    const { host, port } = config.admin
    const adminUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const { groq, modelCalls: calls, modelTimeoutSeconds: timeoutSeconds } = config
    const model = { groq, calls, timeoutSeconds }
    const { cell } = config
    print(await run({ cell, database, clock, secretKeys, applied, openBroker, adminUrl, model, print, say }))
  } finally {
    await database.close()
  }
}

function say(line: string): void {
  console.error(visible(line))
}

function print(found: unknown): void {
  console.log(visible(typeof found === 'string' ? found : JSON.stringify(found)))
}

main().catch((error: unknown) => {
  console.error(visible(explain(error)))
  process.exit(1)
})

/**
 * Escapes control characters, which could control the operator's terminal, and bidirectional ones, which reorder what
 * it shows. JSON leaves most of them unescaped.
 */
function visible(text: string): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replaceAll(/[[\p{Cc}\p{Cf}]--\n]/gv, (character) => character.split('').map(escape).join(''))
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join('\n')
  if (error instanceof ServiceError) return (error.details ?? []).map(({ message }) => message).join('\n') || error.code
  return error instanceof Error ? error.message : String(error)
}
