/**
 * Finds the servers' programs and installs them: with apt-get as root on Debian, elsewhere by printing what to install.
 * `ENGINES=newest` selects the newest engines in a separate root. Must not leave any of the packages' own daemons
 * running.
 */
import { execFileSync, type StdioOptions } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Command, inNewestRoot, installNewest, newestProgram } from './newest.ts'

const engines = process.env.ENGINES ?? ''
if (!['', 'newest', 'galera'].includes(engines)) {
  console.error(`ENGINES=${engines} is unknown: newest, galera, or leave it out for the system's servers`)
  process.exit(2)
}
/** Whether the services are MySQL 9, RabbitMQ 4 and Redis 8 instead of this system's versions. */
export const isNewest = engines === 'newest'

/** Whether the database is a Galera cluster with three nodes, using this system's MariaDB. */
export const isGalera = engines === 'galera'

/** Whether this process runs as root, for which MariaDB needs an option. */
export const asRoot = userInfo().uid === 0

// Debian's MariaDB package also installs Galera and rsync.
const packages = ['mariadb-server', 'rabbitmq-server', 'redis-server']
const programs = ['mariadbd', 'mariadb-install-db', 'epmd', 'rabbitmq-server', 'redis-server']

/**
 * Installs the programs that are missing.
 *
 * @throws Error with one line that says what to do, if the programs cannot be installed
 */
export function installMissing(): void {
  if (isNewest) return installNewest()
  const missing = programs.filter((name) => !find(name))
  if (missing.length === 0) return
  if (!asRoot || !find('apt-get')) {
    throw new Error(
      `${missing.join(', ')} not found: install ${packages.join(', ')}, then run this again, or see compose.yaml where a Docker engine runs`,
    )
  }
  // Also installs HAProxy, so that no test of cells has to install it.
  install([...packages, 'haproxy'])
}

/**
 * Returns the path of HAProxy, and installs it if necessary. If it cannot be installed, returns null and the reason.
 */
export function findHaproxy(): { path: string } | { path: null; reason: string } {
  const known = find('haproxy')
  if (known) return { path: known }
  const reason = 'HAProxy not found: install haproxy, then run this again'
  if (!asRoot || !find('apt-get')) return { path: null, reason }
  try {
    install(['haproxy'])
    return { path: find('haproxy') as string }
  } catch (error) {
    return { path: null, reason: `${reason} (${(error as Error).message.split('\n')[0]})` }
  }
}

function install(names: readonly string[]): void {
  withoutDaemons(() => {
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'] as StdioOptions,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    // Another process may be installing packages.
    const patient = ['-o', 'DPkg::Lock::Timeout=120']
    execFileSync('apt-get', ['update', '-qq', ...patient], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...patient, ...names], options)
  })
}

/** Returns the path to a program in the packages above. */
export function program(name: string): string {
  if (isNewest) return newestProgram(name)
  if (name.startsWith('rabbitmq')) {
    // Uses the scripts in the server's folder, because the package's wrappers on PATH would change the user.
    const [own] = globSync(`/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/${name}`)
    if (own) return own
  }
  return find(name) ?? name
}

/** Returns the command in the form in which it can be started. The command can use the files in `folder`. */
export function placed(command: Command, folder: string): Command {
  return isNewest ? inNewestRoot(command, folder) : command
}

/** Debian installs servers in folders that are only on root's PATH. */
function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']
  return folders.map((path) => join(path, name)).find((path) => existsSync(path))
}

const refusal = '#!/bin/sh\nexit 101\n'

/**
 * Runs `install`, and prevents packages from starting their daemons meanwhile. A Debian package calls the script
 * policy-rc.d to find out whether it may start its daemon. The script that is written here always refuses.
 */
function withoutDaemons(install: () => void): void {
  const policy = '/usr/sbin/policy-rc.d'
  const before = existsSync(policy) ? readFileSync(policy, 'utf8') : null
  writeFileSync(policy, refusal, { mode: 0o755 })
  try {
    install()
  } finally {
    // If another process is also installing, `before` may be the script that it wrote, and the file may already be
    // removed.
    if (before !== null && before !== refusal) writeFileSync(policy, before)
    else rmSync(policy, { force: true })
  }
}
