/**
 * Finds programs and sources that are only available from Go's module proxy. Programs are looked for on PATH and in
 * Go's own folder. They are never built here, because that takes minutes of CPU.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Found = { path: string } | { path: null; reason: string }

const programs = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.19.4',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0',
}

/** Returns the path of a program, or null and the command that installs it. */
export function findGoProgram(name: keyof typeof programs): Found {
  const ownFolder = hasGo ? [join(go('env', 'GOPATH').trim(), 'bin')] : []
  const places = [...(process.env.PATH ?? '').split(delimiter), ...ownFolder].map((folder) => join(folder, name))
  const path = places.find((place) => existsSync(place))
  return path ? { path } : { path: null, reason: `${name} is not installed: go install ${programs[name]}` }
}

/**
 * Returns the folder with a module's source, for example for `k8s.io/kubernetes@v1.32.4`.
 *
 * @throws Error if it cannot be downloaded
 */
export function goModule(module: string): string {
  return (JSON.parse(go('mod', 'download', '-json', module)) as { Dir: string }).Dir
}

/** The folders in which Go may be: its own archive is unpacked into the last one, which is not always on PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin']
const goPath = folders.map((folder) => join(folder, 'go')).find((path) => existsSync(path))

const hasGo = goPath !== undefined

function go(...args: string[]): string {
  // Runs outside any module, so that no go.mod in a parent folder applies.
  return execFileSync(goPath ?? 'go', args, { cwd: '/', encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
