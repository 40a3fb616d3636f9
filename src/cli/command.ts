/**
 * The interface of a command. A command reads its arguments before it touches data, and returns one JSON value or a
 * string.
 */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { Environment } from '../kit/caller.ts'
import type { Config } from '../kit/config.ts'
import type { Broker } from '../platform/broker/broker.ts'
import type { Contract } from '../platform/contract/contract.ts'
import type { Services } from '../platform/services.ts'

export type CommandContext = Pick<Services, 'database' | 'clock' | 'secretKeys' | 'cell'> & {
  /** Migrations that were applied when the database was opened. */
  applied: string[]
  /** Opens the broker; the caller must close it. Null if the queue is in the server's memory. */
  openBroker: () => Promise<Broker | null>
  /** The admin port of a server with the same settings. */
  adminUrl: string
  /** The settings of the model; `groq` is null with the built-in engine. */
  model: { groq: Config['groq']; calls: number; timeoutSeconds: number | null }
  /** Prints a JSON value or a string while the command is running. */
  print: (found: unknown) => void
  /** Prints a line on standard error. */
  say: (line: string) => void
}

type Described = {
  /** The arguments, as in the usage line. */
  usage: string
  help: string
  /** The arguments of a typical call, as an example. */
  example: string
}

export type Command = Described & {
  /**
   * Whether the command may create a missing database. All other commands stop if there is none, because a wrong
   * setting is the more likely cause.
   */
  createsDatabase?: true
  /**
   * Reads the arguments before any data is touched, and returns the function to run. @throws Error with a readable
   * message
   */
  read: (argv: string[], contract: Contract) => (context: CommandContext) => Promise<unknown>
}

/** A command that works on the files in DATA_DIR. No database is opened or migrated for it. */
export type FileCommand = Described & {
  onFiles: true
  /** Like `Command.read`, but the returned function gets the settings and `say`. */
  read: (argv: string[], contract: Contract) => (config: Config, say: CommandContext['say']) => Promise<unknown>
}

/**
 * Parses the arguments: the positional ones, of which there must be as many as `words`, and the options. If the last
 * word ends in `…`, that argument may be repeated. The options in `required` must be given; those in `optional` may be
 * missing. Every option takes a string. @throws Error that says what is missing or unknown
 */
export function readArguments(
  argv: string[],
  words: string[],
  required: string[] = [],
  optional: string[] = [],
): { words: string[]; options: Record<string, string> } {
  const { positionals, values } = parse(argv, [...required, ...optional])
  const more = words.at(-1)?.endsWith('…') ?? false
  if (positionals.length < words.length || (positionals.length > words.length && !more))
    throw new Error(
      words.length === 0
        ? 'this command takes no arguments: remove them'
        : `the number of arguments is wrong: give ${words.join(' ')}`,
    )
  for (const name of required)
    if (values[name] === undefined) throw new Error(`--${name} is missing: add it with a value`)
  return { words: positionals, options: values as Record<string, string> }
}

const environments: Record<string, Environment> = { sandbox: 'SANDBOX', production: 'PRODUCTION' }

/** Reads the option `environment`. @throws Error that lists the choices */
export function readEnvironment(options: Record<string, string>): Environment {
  const environment = environments[options.environment as string]
  if (!environment) throw new Error(`--environment is "${options.environment}": give sandbox or production`)
  return environment
}

function parse(argv: string[], names: string[]) {
  const options: ParseArgsOptionsConfig = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: argv, options, allowPositionals: true })
  } catch (error) {
    // The rest of Node's message is about quoting arguments, and is left out.
    throw new Error((error as Error).message.split('. ')[0])
  }
}
