/** `migrate` */
import { readArguments, type Command } from './command.ts'

export const migrateCommands: Record<string, Command> = {
  migrate: {
    usage: '',
    help: 'bring the database to the schema of this release; safe while servers run',
    read(argv) {
      readArguments(argv, [])
      return async ({ applied }) => ({ applied })
    },
  },
}
