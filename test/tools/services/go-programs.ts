/**
 * Programs and sources that only Go's module proxy has: found on PATH or in Go's own folder. Never built here, because
 * that takes minutes of CPU, and a gate must not.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Found = { path: string } | { path: null; reason: string }

const programs = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.19.4',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0',
}

/** The path of a program; null, with the command that installs it, if this machine lacks it. */
export function findGoProgram(name: keyof typeof programs): Found {
  const ownFolder = hasGo ? [join(go('env', 'GOPATH').trim(), 'bin')] : []
  const places = [...(process.env.PATH ?? '').split(delimiter), ...ownFolder].map((folder) => join(folder, name))
  const path = places.find((place) => existsSync(place))
  return path ? { path } : { path: null, reason: `${name} is not installed: go install ${programs[name]}` }
}

/** The folder of a module's source, such as `k8s.io/kubernetes@v1.32.4`. @throws Error if it cannot be downloaded */
export function goModule(module: string): string {
  return (JSON.parse(go('mod', 'download', '-json', module)) as { Dir: string }).Dir
}

/** Where Go's own archive installs it, which is not always on PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin']
const goPath = folders.map((folder) => join(folder, 'go')).find((path) => existsSync(path))

const hasGo = goPath !== undefined

function go(...args: string[]): string {
  // Outside of a module, so that no go.mod above this folder counts.
  return execFileSync(goPath ?? 'go', args, { cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
