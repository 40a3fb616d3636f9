/**
 * Programs and sources that only Go's module proxy has: found on PATH or in Go's own folder, or built there once for
 * each machine.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Found = { path: string } | { path: null; reason: string }

const programs = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.19.4', // three minutes of CPU
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0', // 40 s
}

/** The path of a program; null, with the reason, if it cannot be built. */
export function findGoProgram(name: keyof typeof programs): Found {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const found = onPath.find((path) => existsSync(path))
  if (found) return { path: found }
  try {
    const path = join(go('env', 'GOPATH').trim(), 'bin', name)
    if (!existsSync(path)) go('install', programs[name])
    return { path }
  } catch (error) {
    return {
      path: null,
      reason: `${name} cannot be had (${messageOf(error)}): install ${name} or Go, then run this again`,
    }
  }
}

/** The folder of a module's source, such as `k8s.io/kubernetes@v1.32.4`. @throws Error if it cannot be downloaded */
export function goModule(module: string): string {
  return (JSON.parse(go('mod', 'download', '-json', module)) as { Dir: string }).Dir
}

/** Where Go's own archive installs it, which is not always on PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin']
const goPath = folders.map((folder) => join(folder, 'go')).find((path) => existsSync(path))

/** Whether this machine can build what it lacks. */
export const hasGo = goPath !== undefined

function go(...args: string[]): string {
  // Outside of a module, so that no go.mod above this folder counts.
  return execFileSync(goPath ?? 'go', args, { cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const messageOf = (error: unknown) => (error as Error).message.split('\n')[0]
