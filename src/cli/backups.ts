/** `backup` and `restore`, for the embedded database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile, isEmbedded, makeDataFolder, placeOf } from '../app/open-data.ts'
import type { Config } from '../kit/config.ts'
import { toIso } from '../kit/time.ts'
import { lockFolder } from '../platform/data-folder.ts'
import { backUp, restoreBackup } from '../platform/database/sqlite/backup.ts'
import { readArguments, type FileCommand } from './command.ts'

/** How many times the progress is printed. */
const progressSteps = 10

export const backupCommands: Record<string, FileCommand> = {
  backup: {
    onFiles: true,
    usage: 'FILE',
    help: 'copy the embedded database to a new file while the server runs; does not include the secret key',
    example: '/backups/screening-2026-11-29.sqlite',
    read(argv) {
      const [file] = readArguments(argv, ['FILE']).words as [string]
      return async (config, say) => {
        const source = embeddedFile(config, 'backup')
        if (!existsSync(source))
          throw new Error(`there is no database in ${placeOf(config)}: set DATA_DIR to the folder of the server`)
        let told = 0
        const { takenAt, bytes } = await backUp(source, file, (share) => {
          const step = Math.floor(share * progressSteps)
          if (step > told) say(`copied ${Math.round((100 * step) / progressSteps)} %`)
          told = Math.max(told, step)
        })
        return { file, takenAt: toIso(takenAt), bytes }
      }
    },
  },
  restore: {
    onFiles: true,
    usage: 'FILE',
    help: 'restore a backup to DATA_DIR, which must not contain a database; stop the server first',
    example: '/backups/screening-2026-11-29.sqlite',
    read(argv) {
      const [file] = readArguments(argv, ['FILE']).words as [string]
      return async (config) => {
        const target = embeddedFile(config, 'restore')
        makeDataFolder(config)
        if (config.secretKeys === null && !existsSync(join(config.dataDir, 'secret.key')))
          throw new Error(
            `${placeOf(config)} contains no secret.key: copy the key of the backed-up server there, because no other key can decrypt the backup's webhook secrets`,
          )
        const lock = lockFolder(config.dataDir)
        try {
          return { restored: target, bytes: await restoreBackup(file, target) }
        } finally {
          lock.release()
        }
      }
    },
  },
}

/** Returns the path of the embedded database. @throws Error that names the tools for MySQL if DATABASE_URL is set */
function embeddedFile(config: Config, verb: string): string {
  if (isEmbedded(config)) return databaseFile(config)
  throw new Error(
    `${verb} is for the embedded database, but DATABASE_URL is set: use mariadb-dump or mariadb-backup as described in load/ops/OPERATIONS.md`,
  )
}
