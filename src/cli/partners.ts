/** `partners …` */
import { createPartner } from '../features/partners.ts'
import { readArguments, type Command } from './command.ts'

export const partnerCommands: Record<string, Command> = {
  'partners create': {
    usage: 'NAME',
    help: 'make a partner',
    async run(context, argv) {
      const { words } = readArguments(argv, ['NAME'])
      const { id, name } = await createPartner(context, words[0] as string)
      return { partnerId: id, name }
    },
  },
}
