/** `migrate` */
import { readArguments, type Command } from './command.ts'

export const migrateCommands: Record<string, Command> = {
  migrate: {
    createsDatabase: true,
    usage: '',
    help: 'migrate the database to the schema of this release; safe while servers run',
    example: '',
    read(argv) {
      readArguments(argv, [])
      return async ({ applied }) => ({ applied })
    },
  },
}
