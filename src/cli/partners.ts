/** `partners …` */
import { createPartner } from '../features/partners.ts'
import { readArguments, type Command } from './command.ts'

export const partnerCommands: Record<string, Command> = {
  'partners create': {
    usage: 'NAME',
    help: 'make a partner',
    read(argv) {
      const [name] = readArguments(argv, ['NAME']).words as [string]
      return async (context) => {
        const partner = await createPartner(context, name)
        return { partnerId: partner.id, name: partner.name }
      }
    },
  },
}
