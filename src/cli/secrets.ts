/** `secrets …` */
import { reencryptAnswers } from '../features/access/stored-answers.ts'
import { reencryptResumes } from '../features/resumes/stored-resumes.ts'
import { reencryptEndpoints } from '../features/webhooks/signatures.ts'
import { countTargets } from '../tables/deletion-requests.ts'
import { readArguments, type Command } from './command.ts'

export const secretCommands: Record<string, Command> = {
  'secrets rotate': {
    usage: '',
    help: 're-encrypt stored secrets with the first of SECRET_KEYS; remove the others once deletionsOpen is 0',
    example: '',
    read(argv) {
      readArguments(argv, [])
      return async (context) => ({
        answers: await reencryptAnswers(context),
        resumes: await reencryptResumes(context),
        webhookEndpoints: await reencryptEndpoints(context),
        deletionsOpen: await countTargets(context.database),
      })
    },
  },
}
