/** `deletions …` */
import { readFileSync } from 'node:fs'
import { reapplyDeletions } from '../features/deletions/reapply.ts'
import { readArguments, type Command } from './command.ts'

export const deletionCommands: Record<string, Command> = {
  'deletions reapply': {
    usage: 'JOURNAL --since TIME',
    help: 'repeat the deletions that the journal contains since the backup; run it after a restore, before any server starts',
    example: '/journal/deletions.jsonl --since 2026-11-29T01:00:00Z',
    read(argv, contract) {
      const { words, options } = readArguments(argv, ['JOURNAL'], ['since'])
      const [file] = words as [string]
      const since = Date.parse(options.since as string)
      if (!Number.isFinite(since) || !/T.*Z$/.test(options.since as string))
        throw new Error(`--since is "${options.since}": give the backup's takenAt, such as 2026-11-29T01:00:00Z`)
      return (context) => reapplyDeletions({ ...context, contract }, readFileSync(file, 'utf8').split('\n'), since)
    },
  },
}
