/** The Helm chart: its values, and whether the rendered files are valid according to Kubernetes' own schemas. */
import test, { type ExecutionContext } from 'ava'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { settings } from '../../src/kit/settings.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { findGoProgram } from '../tools/services/go-programs.ts'
import { kubernetesSchemas } from '../tools/services/kubernetes-schemas.ts'

const folder = join(import.meta.dirname, '../../load/ops/chart')
const read = <Document>(name: string) => parse(readFileSync(join(folder, name), 'utf8')) as Document

type Values = {
  settings: Record<string, string>
  secrets: { entries: Record<string, string> }
  terminationGracePeriodSeconds: number
}
const values = read<Values>('values.yaml')

test('each setting is in values.yaml, and a secret setting is only among the secrets', (t) => {
  const names = (isSecret: boolean) =>
    settings.filter((one) => (one.isSecret ?? false) === isSecret).map(({ name }) => name)
  // Read by the OpenTelemetry library itself, not by the service.
  t.deepEqual(Object.keys(values.settings).toSorted(), [...names(false), 'OTEL_EXPORTER_OTLP_HEADERS'].toSorted())
  t.deepEqual(Object.keys(values.secrets.entries).toSorted(), names(true).toSorted())
})

test('a pod has more time to stop than a process needs to drain', (t) => {
  t.true(values.terminationGracePeriodSeconds >= loadContract().timeouts.shutdownSeconds + 5)
})

test('the chart installs the release whose version is in the contract', (t) => {
  t.is(read<{ appVersion: string }>('Chart.yaml').appVersion, loadContract().document.info.version)
})

type Container = { securityContext: object; env: { name: string; value: string }[]; [probe: string]: unknown }
type Pod = { spec: { securityContext: object; containers: Container[]; automountServiceAccountToken: boolean } }
type Manifest = {
  kind: string
  apiVersion: string
  metadata: { name: string }
  spec: { template: Pod; groups: unknown }
}

const helm = findGoProgram('helm')
const kubeconform = findGoProgram('kubeconform')

/**
 * Building the tools takes longer than all other tests of the chart. On a machine without the tools, this test passes
 * and says why.
 */
function withoutTools(t: ExecutionContext): boolean {
  const missing = [helm, kubeconform].flatMap((tool) => (tool.path === null ? tool.reason : []))
  if (missing.length === 0) return false
  t.log(missing.join('; '))
  t.pass()
  return true
}

function run(tool: typeof helm, args: string[], input = ''): { ok: boolean; stdout: string; said: string } {
  const { status, stdout, stderr } = spawnSync(tool.path as string, args, { cwd: folder, input, encoding: 'utf8' })
  return { ok: status === 0, stdout, said: `${stdout}${stderr}` }
}

for (const file of ['values.yaml', 'values-small.yaml', 'values-large.yaml'])
  test(`with ${file}, helm reports no fault, and Kubernetes knows every member of the rendered files`, (t) => {
    if (withoutTools(t)) return
    const lint = run(helm, ['lint', '--strict', '.', '-f', file])
    t.true(lint.ok, lint.said)
    const { ok, stdout, said } = run(helm, ['template', 'test', '.', '-f', file])
    t.true(ok, said)
    const manifests = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
    for (const { kind, spec, metadata } of manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind))) {
      const { automountServiceAccountToken, securityContext, containers } = spec.template.spec
      t.false(automountServiceAccountToken)
      t.like(securityContext, { runAsNonRoot: true })
      const [{ securityContext: own, env, ...container }] = containers as [Container]
      t.deepEqual(own, {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
      t.true(env.some(({ name }) => name === 'DATABASE_URL_FILE'))
      t.false(env.some(({ name }) => settings.some((setting) => setting.isSecret && setting.name === name)))
      if (kind === 'Deployment')
        for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
          t.truthy(container[probe], metadata.name)
    }
    // The Prometheus operator's resource kinds are not part of Kubernetes.
    const [others, own] = [true, false].map((isOther) =>
      manifests.filter(({ apiVersion }) => apiVersion.startsWith('monitoring.coreos.com') === isOther),
    ) as [Manifest[], Manifest[]]
    const rules = others.find(({ kind }) => kind === 'PrometheusRule')
    if (rules) t.deepEqual(rules.spec.groups, read<{ groups: unknown }>('alerts.yaml').groups)
    const schemas = kubernetesSchemas([...new Set(own.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))])
    const check = (input: string) =>
      run(kubeconform, ['-schema-location', schemas, '-skip', others.map(({ kind }) => kind).join(), '-summary'], input)
    const checked = check(stdout)
    t.true(checked.ok, checked.said)
    t.regex(checked.said, new RegExp(`Valid: ${own.length}, Invalid: 0, Errors: 0`))
    t.false(check(stdout.replace('readOnlyRootFilesystem', 'readOnlyRoot')).ok, 'the check finds a wrong name')
  })
