/**
 * Runs a container from the image without a Docker engine: buildah runs it in a chroot, with the image's own entry
 * point, folder, user and environment. Ends only the process that it starts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { curlLines } from '../services/pasted-lines.ts'
import { until } from '../until.ts'
import { buildah, buildahOptions } from './buildah.ts'

/** `root` is the container's root folder on this machine. */
export type Container = { name: string; root: string; running: Set<Service> }

/** The service in a container: the commands that its first start prints, its API's address, and its process. */
export type Service = { lines: string[]; url: string; pid: number; ended: Promise<number | null> }

export function makeContainer(image: string): Container {
  const name = buildah('from', '--pull-never', image)
  const root = buildah('mount', name)
  // Runs a command, because buildah adds its own files to the root at the first run.
  buildah('run', '--isolation', 'chroot', name, '--', 'true')
  return { name, root, running: new Set() }
}

/** Ends the processes that still run in the container. */
export async function removeContainer({ name, running }: Container): Promise<void> {
  for (const { pid, ended } of running) {
    process.kill(pid, 'SIGKILL')
    await ended
  }
  buildah('rm', name)
}

/** Starts the image's entry point on free loopback ports, and waits until the service is ready. */
export async function startService({ name, running }: Container, image: string): Promise<Service> {
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', image)) as {
    OCIv1: { config: { Entrypoint: string[] } }
  }
  const settings = ['LOG_LEVEL=warn', 'HOST=127.0.0.1', 'PORT=0', 'ADMIN_HOST=127.0.0.1', 'ADMIN_PORT=0']
  const env = settings.flatMap((setting) => ['--env', setting])
  const args = [...buildahOptions, 'run', '--isolation', 'chroot', ...env, name, '--', ...OCIv1.config.Entrypoint]
  const child = spawn('buildah', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += chunk))
  const url = await until('the service in the container is ready', () => {
    if (child.exitCode !== null) throw new Error(`the service in the container ended with ${child.exitCode}`)
    return /is ready\D*(http:\/\/127\.0\.0\.1:\d+)[^]*\n$/.exec(printed)?.[1]
  })
  const service = { lines: curlLines(printed), url, pid: serviceOf(child), ended }
  running.add(service)
  void ended.then(() => running.delete(service))
  return service
}

/** Returns the first Node process among buildah's descendants, which is the service. */
function serviceOf({ pid }: ChildProcess): number {
  const isNode = (process: number) => readlinkSync(`/proc/${process}/exe`).endsWith('/node')
  let processes = [pid as number]
  while (processes.length > 0 && !processes.some(isNode)) processes = processes.flatMap(childrenOf)
  const found = processes.find(isNode)
  if (found === undefined) throw new Error('no Node process was found in the container')
  return found
}

function childrenOf(pid: number): number[] {
  const lists = readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8'))
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

/** Returns the user name for a process, according to the container's list of users. */
export function userOf(pid: number, { root }: Container): string {
  const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  const users = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  return users.find((fields) => fields[2] === uid)?.[0] ?? `uid ${uid}`
}

/** Where the service may write, and where the kernel shows its own files in every root. */
const leftOut = ['data', 'tmp', 'proc', 'sys', 'dev']

/**
 * Returns the type, owner, size and last change of every file in a container, except in folders where the service may
 * write. For a folder, returns only the type and the owner, because buildah's own mounts change the rest in some
 * folders.
 */
export function listFiles({ root }: Container): Map<string, string> {
  const files = new Map<string, string>()
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (leftOut.includes(path)) continue
      const { mode, uid, size, mtimeMs } = lstatSync(join(root, path))
      files.set(path, (entry.isDirectory() ? [mode, uid] : [mode, uid, size, mtimeMs]).join(' '))
      if (entry.isDirectory()) walk(path)
    }
  }
  walk('')
  return files
}

/** Returns the paths that differ. */
export function changesOf(before: Map<string, string>, after: Map<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path))
}
