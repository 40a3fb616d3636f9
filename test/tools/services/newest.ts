/**
 * The newest engines: MySQL 9, RabbitMQ 4 and Redis 8 from Debian's unstable suite. debootstrap creates a separate root
 * once, in which `ENGINES=newest` runs the services. Uses 850 MB in `<repository>/.tools/newest-engines/`. Must leave
 * no mounts behind, so every mount is made in a separate mount namespace and ends with it.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, globSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { debianMirror } from '../debian-mirror.ts'

/** A program with its arguments and additional environment variables. */
export type Command = { command: string; args: string[]; env?: NodeJS.ProcessEnv }

const root = join(import.meta.dirname, '../../../.tools/newest-engines')
const packages = ['mysql-server-core', 'rabbitmq-server', 'redis-server']

/** The PATH and locale inside the root, instead of this machine's. */
const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }

/**
 * The requirements for a machine, each with the next step if it is missing. The first missing requirement is reported.
 */
const needs: { met: () => boolean; otherwise: string }[] = [
  {
    met: () => userInfo().uid === 0,
    otherwise: 'ENGINES=newest runs the servers in a chroot, which only root may: run it as root',
  },
  {
    met: () => existsSync(root) || runs('debootstrap', '--version'),
    otherwise: 'debootstrap not found: apt-get install debootstrap, then run this again',
  },
  {
    met: () => runs('unshare', '--mount', 'true'),
    otherwise: 'ENGINES=newest may not mount here: where this is a container, give it the capability SYS_ADMIN',
  },
]

function runs(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Packages call policy-rc.d to find out whether they may start their daemon; this script refuses. A RabbitMQ node needs
 * a host name.
 */
const install = `debootstrap --variant=minbase unstable "$1" "$2"
printf '#!/bin/sh\\nexit 101\\n' >"$1/usr/sbin/policy-rc.d"
chmod +x "$1/usr/sbin/policy-rc.d"
echo '127.0.0.1 localhost' >"$1/etc/hosts"
mount --rbind /proc "$1/proc"
root=$1; shift 2
chroot "$root" apt-get install -y -qq --no-install-recommends "$@"
rm -r "$root"/var/cache/apt/archives "$root"/var/lib/apt/lists`

/** Creates the root unless it exists. @throws Error with one line that says what to do */
export function installNewest(): void {
  const unmet = needs.find(({ met }) => !met())
  if (unmet) throw new Error(unmet.otherwise)
  if (existsSync(root)) return
  console.error('Installing MySQL 9, RabbitMQ 4 and Redis 8 from Debian unstable, once: some minutes and 850 MB.')
  // Renamed when it is complete, so that an interrupted installation is never used as a root.
  const part = `${root}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(dirname(root), { recursive: true })
  const mirror = debianMirror()
  const log = openSync(`${root}.log`, 'w')
  try {
    execFileSync('unshare', ['--mount', 'sh', '-euc', install, 'sh', part, mirror, ...packages], {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch (cause) {
    throw new Error(`the newest engines did not install from ${mirror}: see ${root}.log, then run this again`, {
      cause,
    })
  } finally {
    closeSync(log)
  }
  renameSync(part, root)
}

/** Returns the path, inside the root, to one of RabbitMQ's programs; other programs are on PATH, so returns their name. */
export function newestProgram(name: string): string {
  // Uses the scripts in the server's folder, because the package's wrappers on PATH would change the user.
  const [own] = globSync(join(root, 'usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin', name))
  return own ? own.slice(root.length) : name
}

/** unshare, sh and chroot each exec the next program, so the process that was started becomes the server. */
const enter = `root=$1 folder=$2; shift 2
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
mkdir -p "$root$folder"
mount --bind "$folder" "$root$folder"
exec chroot "$root" "$@"`

/** Returns the same command inside the root, where `folder` has the same path as outside. */
export function inNewestRoot({ command, args, env }: Command, folder: string): Command {
  const all = ['--mount', 'sh', '-euc', enter, 'sh', root, folder, command, ...args]
  return { command: 'unshare', args: all, env: { ...env, ...environment } }
}
