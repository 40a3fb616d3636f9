/** Opens and migrates a process's database, and reads the secret key, for the server and for the operator's CLI. */
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../kit/config.ts'
import type { SecretKeys } from '../kit/encryption.ts'
import { DatabaseUnavailable, type Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/open.ts'
import { isMigrated, migrate } from '../platform/database/migrations.ts'
import { loadSecretKey, makeFolder } from '../platform/data-folder.ts'

export type Data = {
  database: Database
  secretKeys: SecretKeys
  /** Names of the migrations that were applied when the database was opened. */
  applied: string[]
}

/** Returns whether the database is the file in DATA_DIR, which no other server may open. */
export function isEmbedded(config: Config): boolean {
  return config.databaseUrl === null
}

/** Returns the path of the embedded database. */
export function databaseFile({ dataDir }: Config): string {
  return join(dataDir, 'screening.sqlite')
}

/** Creates the data folder if it is missing. @throws Error with a message for the operator */
export function makeDataFolder({ dataDir }: Config): void {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Error(
      `DATA_DIR ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code}): give a folder that this user can read and write.`,
      { cause: error },
    )
  }
}

/**
 * Returns where the data of `config` is stored, for a message. Never contains the database's URL, which may contain a
 * password.
 */
export function placeOf(config: Config): string {
  return isEmbedded(config) ? `DATA_DIR ${config.dataDir}` : 'DATABASE_URL'
}

/**
 * Opens the database and migrates it. With `mayCreate` false, does not create a missing database.
 * @throws Error with a message for the operator if the folder or database cannot be used, or is missing and may not be
 * created
 */
export async function openData(config: Config, mayCreate = true): Promise<Data> {
  const file = databaseFile(config)
  if (isEmbedded(config) && !mayCreate && !existsSync(file)) throw missing(config)
  if (isEmbedded(config)) makeDataFolder(config)
  const secretKeys = config.secretKeys ?? ([loadSecretKey(config.dataDir)] as const)
  let database: Database | undefined
  try {
    database = openDatabase(config.databaseUrl ? { url: config.databaseUrl } : { file })
    if (!mayCreate && !(await isMigrated(database))) throw missing(config)
    const applied = await migrate(database)
    return { database, secretKeys, applied }
  } catch (error) {
    await database?.close()
    if (!(error instanceof DatabaseUnavailable)) throw error
    const [setting, advice] = isEmbedded(config)
      ? ['the database in DATA_DIR', 'restore the folder from a backup, or set DATA_DIR to another one']
      : [
          'DATABASE_URL',
          'check that the URL is right, the server runs, the database exists and the credentials are valid',
        ]
    throw new Error(`${setting} cannot be used (${error.message}): ${advice}.`, { cause: error })
  }
}

function missing(config: Config): Error {
  return new Error(
    `there is no database in ${placeOf(config)}: give the command the settings of the server (DATA_DIR, or DATABASE_URL and SECRET_KEY), or create a database with "partners create" or "migrate".`,
  )
}
