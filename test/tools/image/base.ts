/**
 * Makes the image's base without an image registry: a Debian root with Node, npm and a user `node`, under the name that
 * the Dockerfile uses. It is built once.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { debianMirror } from '../debian-mirror.ts'
import { buildah, checkout } from './buildah.ts'

const authorities = '/etc/ssl/certs/ca-certificates.crt'

/** Thrown if this machine cannot run the check. The message is one line with the next step. */
export class CannotCheck extends Error {}

/**
 * Makes sure that this machine can run the check.
 *
 * @throws CannotCheck
 */
export function requireTools(): void {
  if (userInfo().uid !== 0) throw new CannotCheck('buildah builds in a chroot, which only root may: run this as root')
  for (const name of ['buildah', 'debootstrap', 'npm'])
    if (!find(name))
      throw new CannotCheck(`${name} not found: install it (on Debian: apt-get install ${name}), then run this again`)
}

/** Returns the path of a program on PATH, with links resolved. */
function find(name: string): string | undefined {
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync)
  return path && realpathSync(path)
}

/**
 * Returns the name of a Dockerfile's base, with its Node version and Debian release.
 *
 * @throws CannotCheck
 */
export function readBase(dockerfile: string): { name: string; node: string; debian: string } {
  const [, name, node, debian] = /^ARG NODE=(node:([\d.]+)-(\w+)-slim)$/m.exec(dockerfile) ?? []
  if (name && node && debian) return { name, node, debian }
  throw new CannotCheck('the Dockerfile names no base such as node:26.10.0-bookworm-slim in `ARG NODE=`')
}

/** Builds the base unless it exists. @throws CannotCheck */
export function makeBase(): void {
  const { name, node, debian } = readBase(readFileSync(join(checkout, 'Dockerfile'), 'utf8'))
  if (buildah('images', '--quiet', '--filter', `reference=${name}`) !== '') return
  if (process.versions.node !== node)
    throw new CannotCheck(
      `the Dockerfile's base has Node ${node}, this is ${process.versions.node}: npm ci, then make image-check`,
    )
  console.log(`Building ${name} from Debian ${debian}, once, which takes some minutes.`)
  const container = buildah('from', 'scratch')
  try {
    const root = buildah('mount', container)
    // Uses a separate mount namespace, so that an interrupted run leaves no mounts behind.
    const debootstrap = ['debootstrap', '--variant=minbase', '--include=libatomic1', debian, root, debianMirror()]
    execFileSync('unshare', ['--mount', ...debootstrap], { stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync('chroot', [root, 'useradd', '--create-home', '--uid', '1000', 'node'])
    addNode(root)
    buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container)
    if (existsSync(authorities)) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, container)
    buildah('commit', '--quiet', container, name)
  } finally {
    buildah('rm', container)
  }
}

/**
 * Adds the Node that runs this process, and this machine's npm and trusted certificate authorities, because npm may be
 * behind a proxy.
 */
function addNode(root: string): void {
  const local = join(root, 'usr/local')
  cpSync(realpathSync(process.execPath), join(local, 'bin/node'))
  const npm = dirname(dirname(find('npm')!))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  mkdirSync(join(root, dirname(authorities)), { recursive: true })
  if (existsSync(authorities)) cpSync(realpathSync(authorities), join(root, authorities))
}
