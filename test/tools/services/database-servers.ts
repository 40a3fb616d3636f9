/** The tests' database servers: MariaDB, or MySQL 9 with `ENGINES=newest`. Both have the same user and settings. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificate } from '../fakes/certificate.ts'
import type { Command } from './newest.ts'
import { asRoot, isNewest, placed, program } from './packages.ts'

/** Where a server stores its rows. `folder` also contains files that the server needs to start. */
export type DatabasePlace = { folder: string; data: string; port: number }

/** Returns the command that starts the server, after preparing a new data folder. */
export function startDatabase({ folder, data, port }: DatabasePlace): Command {
  const { name, prepare, own } = isNewest ? mysql : mariadb
  const common = ['--no-defaults', `--datadir=${data}`, ...(asRoot ? ['--user=root'] : [])]
  if (!existsSync(join(data, 'mysql'))) {
    const [first, ...options] = prepare
    const { command, args, env } = placed({ command: program(first), args: [...common, ...options] }, folder)
    execFileSync(command, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  }
  const grants = join(folder, `${name}.sql`)
  writeFileSync(grants, userAndDatabases)
  const { certificate, key } = makeTlsFiles(folder)
  const args = [
    ...common,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--socket=database.sock', // relative to its data folder: a socket's path has at most 107 characters
    '--pid-file=database.pid',
    `--init-file=${grants}`,
    `--ssl-cert=${certificate}`,
    `--ssl-key=${key}`,
    '--skip-log-bin',
    '--innodb-buffer-pool-size=256M', // room for all rows of a test run, but small enough for a small machine
    '--innodb-flush-log-at-trx-commit=1', // as durable as in production, so that crash tests are meaningful
    '--max-connections=400', // concurrent test files, each with pools of ten
    ...own,
    // Options for a measurement. If an option occurs twice, the server uses the last one.
    ...(process.env.SERVICES_MARIADB_OPTIONS ?? '').split(' ').filter(Boolean),
  ]
  return { command: program(name), args }
}

/** The certificate of a server named `localhost`. A client that trusts it may use TLS. */
export function tlsFiles(folder: string): { certificate: string; key: string } {
  return { certificate: join(folder, 'database.crt'), key: join(folder, 'database.key') }
}

function makeTlsFiles(folder: string): ReturnType<typeof tlsFiles> {
  const files = tlsFiles(folder)
  const inYears = (years: number) => new Date(new Date().setFullYear(new Date().getFullYear() + years))
  const { cert, key } = makeCertificate('localhost', inYears(-1), inYears(1))
  writeFileSync(files.certificate, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  return files
}

/**
 * `prepare` is the program that creates the system's tables, with its options. `own` are options that only this server
 * supports.
 */
type DatabaseServer = { name: string; prepare: [string, ...string[]]; own: string[] }

const mariadb: DatabaseServer = {
  name: 'mariadbd',
  prepare: ['mariadb-install-db', '--auth-root-authentication-method=normal', '--skip-test-db'],
  own: [],
}

const mysql: DatabaseServer = {
  name: 'mysqld',
  prepare: ['mysqld', '--initialize-insecure'],
  // X Plugin, MySQL's second protocol, would listen on another port. Without `--secure-file-priv`, the server would
  // require a folder from which files are loaded.
  own: ['--mysqlx=OFF', '--secure-file-priv=NULL'],
}

/** Returns the statements that create the tests' database and users, as a list. */
export const statementsOfUsers = () => userAndDatabases.trim().split('\n')

/** `screening\_%` allows each test file to create its own databases. Each statement is on one line. */
const userAndDatabases = `CREATE DATABASE IF NOT EXISTS screening CHARACTER SET utf8mb4;
CREATE USER IF NOT EXISTS screening@'127.0.0.1' IDENTIFIED BY 'screening';
GRANT ALL ON screening.* TO screening@'127.0.0.1';
GRANT ALL ON \`screening\\_%\`.* TO screening@'127.0.0.1';
CREATE USER IF NOT EXISTS encrypted@'127.0.0.1' IDENTIFIED BY 'screening' REQUIRE SSL;
GRANT ALL ON screening.* TO encrypted@'127.0.0.1';
`
