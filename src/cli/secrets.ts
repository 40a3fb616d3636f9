/** `secrets …` */
import { reencryptAnswers } from '../features/access/stored-answers.ts'
import { reencryptEndpoints } from '../features/webhooks/signatures.ts'
import { countTargets } from '../tables/deletion-requests.ts'
import { readArguments, type Command } from './command.ts'

export const secretCommands: Record<string, Command> = {
  'secrets rotate': {
    usage: '',
    help: 'encrypt what is stored under the first of SECRET_KEYS; the others may go once deletionsOpen is 0',
    read(argv) {
      readArguments(argv, [])
      return async (context) => ({
        answers: await reencryptAnswers(context),
        webhookEndpoints: await reencryptEndpoints(context),
        deletionsOpen: await countTargets(context.database),
      })
    },
  },
}
