import test from 'ava'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * The house rules that a machine can read: floors, the order of features, doorways, no cycles, small files.
 */
const root = join(import.meta.dirname, '..')

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

type Import = { from: string; to: string; typeOnly: boolean }

const sources = [...filesUnder('src'), ...filesUnder('workers')].filter((file) => !file.endsWith('.d.ts'))
const text = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const imports = sources.flatMap(importsOf)

function importsOf(from: string): Import[] {
  const statements = (text.get(from) as string).matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm,
  )
  const dynamic = (text.get(from) as string).matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)
  const found = [
    ...[...statements].map(([, type, to]) => ({ to: to as string, typeOnly: type !== undefined })),
    ...[...dynamic].map(([, to]) => ({ to: to as string, typeOnly: false })),
  ]
  return found.map(({ to, typeOnly }) => ({
    from,
    typeOnly,
    to: to.startsWith('.') ? relative(root, resolve(root, dirname(from), to)) : to,
  }))
}

const floors = ['generated', 'src/kit', 'src/platform', 'src/tables', 'src/features', 'src/app', 'src/cli']
const floorOf = (file: string) => {
  const floor = floors.findIndex((folder) => file.startsWith(`${folder}/`))
  return floor === -1 && file.startsWith('src/') ? floors.length : floor
}

test('a floor imports only lower floors', (t) => {
  const upward = imports.filter(({ from, to }) => floorOf(from) !== -1 && floorOf(to) > floorOf(from))
  t.deepEqual(upward, [])
})

test('nothing imports workers at run time, and workers import nothing above kit', (t) => {
  const server = imports.filter(
    ({ from, to, typeOnly }) => from.startsWith('src/') && to.startsWith('workers/') && !typeOnly,
  )
  t.deepEqual(server, [])
  const climbing = imports.filter(
    ({ from, to }) => from.startsWith('workers/') && to.startsWith('src/') && !to.startsWith('src/kit/'),
  )
  t.deepEqual(climbing, [])
})

const featureOrder = [
  'partners',
  'api-keys',
  'authentication',
  'tenants',
  'jobs',
  'rate-limits',
  'idempotency',
  'usage',
  'events',
  'score',
  'verdicts',
  'sandbox-fixtures',
  'generation',
  'question-sets',
  'question-answers',
  'criteria-library',
  'criteria',
  'criteria-edits',
  'criteria-items',
  'criteria-versions',
  'criteria-generation',
  'batch-progress',
  'scoring-ends',
  'scoring-widths',
  'scoring-windows',
  'scoring-rings',
  'scoring-acceptance',
  'scoring-waits',
  'scoring-jobs',
  'scoring-batches',
  'scoring-retries',
  'scoring-hosts',
  'scoring-pipeline',
  'scoring-suspects',
  'scoring-rescue',
  'scoring-operations',
  'webhook-signatures',
  'webhook-endpoints',
  'webhook-attempts',
  'webhook-sending',
  'webhook-deliveries',
  'deletions',
  'deletion-steps',
  'analytics',
]
const gatekeepers = ['partners', 'api-keys', 'authentication', 'rate-limits', 'idempotency']
const featureOf = (file: string) =>
  file.startsWith('src/features/') ? file.slice('src/features/'.length, -'.ts'.length) : null

test('a feature imports only those before it', (t) => {
  const known = filesUnder('src/features').map((file) => featureOf(file) as string)
  t.deepEqual(
    known.filter((feature) => !featureOrder.includes(feature)),
    [],
    'give a new feature its place in the order',
  )
  const backward = imports.filter(({ from, to }) => {
    const [user, used] = [featureOf(from), featureOf(to)]
    return user !== null && used !== null && featureOrder.indexOf(used) >= featureOrder.indexOf(user)
  })
  t.deepEqual(backward, [])
})

test('only app, main and cli import the gatekeepers', (t) => {
  const inside = imports.filter(({ from, to }) => {
    const user = featureOf(from)
    return user !== null && !gatekeepers.includes(user) && gatekeepers.includes(featureOf(to) ?? '')
  })
  t.deepEqual(inside, [])
})

/** Each package has one doorway. */
const doorways: Record<string, RegExp> = {
  express: /^src\/(platform\/validation|app\/\w+)\.ts$/,
  'express-openapi-validator': /^src\/platform\/validation\.ts$/,
  sequelize: /^src\/platform\/database(-errors)?\.ts$/,
  'node:sqlite': /^src\/platform\/sqlite(-scrub)?\.ts$/,
  standardwebhooks: /^src\/features\/webhook-signatures\.ts$/,
  umzug: /^src\/platform\/migrations\.ts$/,
  amqplib: /^src\/platform\/rabbit\.ts$/,
  ioredis: /^src\/platform\/counters-redis\.ts$/,
  'rate-limiter-flexible': /^src\/platform\/counters(-redis)?\.ts$/,
  undici: /^src\/platform\/outbound(-\w+)?\.ts$/,
  piscina: /^src\/platform\/pool\.ts$/,
  'p-limit': /^src\/features\/(webhook-sending|scoring-rings)\.ts$/,
  cockatiel: /^src\/platform\/breaker\.ts$/,
  'p-queue': /^src\/platform\/turns\.ts$/,
  pino: /^src\/kit\/log\.ts$/,
  'groq-sdk': /^workers\/engines\/groq[\w-]*\.ts$/,
  textract: /^workers\/reading\//,
  '@embedpdf/pdfium': /^workers\/reading\//,
}

test('each package has one doorway', (t) => {
  const strays = imports.filter(({ from, to }) => doorways[to] !== undefined && !doorways[to].test(from))
  t.deepEqual(strays, [])
})

test('what the service runs on is among the dependencies, not the tools', (t) => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const nameOf = (to: string) => to.split('/', to.startsWith('@') ? 2 : 1).join('/')
  const packages = imports.filter(({ to }) => !to.includes('/src/') && !/^(node:|src\/|workers\/|generated\/)/.test(to))
  t.deepEqual(
    packages.filter(({ to, typeOnly }) => !typeOnly && !(nameOf(to) in dependencies)),
    [],
  )
  t.true(packages.length > 20)
})

test('only tables touch a model', (t) => {
  const strays = sources.filter(
    (file) =>
      !/^src\/(tables|platform)\//.test(file) &&
      /\bdatabase\.(model|select|insert|execute)\(/.test(text.get(file) as string),
  )
  t.deepEqual(strays, [])
})

test('there are no cycles of imports', (t) => {
  const next = new Map<string, string[]>()
  for (const { from, to, typeOnly } of imports)
    if (!typeOnly && text.has(to)) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const walk = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const used of next.get(file) ?? []) {
      const cycle = walk(used, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return null
  }
  for (const file of sources) t.is(walk(file, []), null)
})

test('no file is over 300 lines', (t) => {
  const tests = filesUnder('test')
  const long = [...sources, ...tests].filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 301)
  t.deepEqual(long, [])
})

test('the top level holds what the layout names and nothing else', (t) => {
  const allowed = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'spec',
    'generated',
    'src',
    'workers',
    'load',
    'test',
    'Makefile',
    'README.md',
    'LICENSE',
    'Dockerfile',
    'compose.yaml',
    'node_modules',
  ]
  const strays = readdirSync(root).filter((name) => !name.startsWith('.') && !allowed.includes(name))
  t.deepEqual(strays, [])
  t.true(existsSync(join(root, 'README.md')))
})
