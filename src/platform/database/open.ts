/** Chooses the database: MySQL (or MariaDB) by URL, or the embedded SQLite file. */
import { DatabaseMisconfigured, type Database, type DatabaseSettings } from './database.ts'
import { mysqlDialect } from './mysql.ts'
import { SequelizeDatabase } from './sequelize-database.ts'
import { sqliteDialect } from './sqlite/driver.ts'

/** Opens a database: a SQLite file immediately; MySQL connects at the first statement. @throws DatabaseMisconfigured */
export function openDatabase(settings: DatabaseSettings): Database {
  try {
    if ('file' in settings) return new SequelizeDatabase(sqliteDialect(settings.file, settings.logKeptMs))
    return new SequelizeDatabase(mysqlDialect(settings))
  } catch (error) {
    const { message } = error as Error
    throw new DatabaseMisconfigured('file' in settings ? `${settings.file}: ${message}` : message)
  }
}
