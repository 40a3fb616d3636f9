import test from 'ava'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * Architecture rules that a program can check: layers, modules, where packages are imported, no cycles, small files.
 */
const root = join(import.meta.dirname, '..')

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

type Import = { from: string; to: string; typeOnly: boolean }

const sources = [...filesUnder('src'), ...filesUnder('workers')].filter((file) => !file.endsWith('.d.ts'))
const measured = [...sources, ...['test', 'load', 'spec'].flatMap(filesUnder)]
const text = new Map(measured.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const imports = sources.flatMap(importsOf)

function importsOf(from: string): Import[] {
  const code = readFileSync(join(root, from), 'utf8')
  const statements = code.matchAll(/^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm)
  const dynamic = code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)
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

const floors = [
  'generated',
  'src/client',
  'src/kit',
  'src/platform',
  'src/tables',
  'src/features',
  'src/app',
  'src/cli',
]
const floorOf = (file: string) => {
  const floor = floors.findIndex((folder) => file.startsWith(`${folder}/`))
  return floor === -1 && file.startsWith('src/') ? floors.length : floor
}

test('a layer imports only lower layers', (t) => {
  const upward = imports.filter(({ from, to }) => floorOf(from) !== -1 && floorOf(to) > floorOf(from))
  t.deepEqual(upward, [])
})

test('no module imports workers at run time, and workers import nothing from layers above kit', (t) => {
  const server = imports.filter(
    ({ from, to, typeOnly }) => from.startsWith('src/') && to.startsWith('workers/') && !typeOnly,
  )
  t.deepEqual(server, [])
  const climbing = imports.filter(
    ({ from, to }) => from.startsWith('workers/') && to.startsWith('src/') && !to.startsWith('src/kit/'),
  )
  t.deepEqual(climbing, [])
})

/** The features in order. Each may import only earlier ones. */
const featureRooms = 'access usage events audit criteria resumes scoring webhooks deletions analytics cells'.split(' ')
const featureOf = (file: string) => /^src\/features\/([\w-]+)/.exec(file)?.[1] ?? null

test('a feature imports only earlier features', (t) => {
  const known = new Set(filesUnder('src/features').map(featureOf))
  t.deepEqual([...known].sort(), featureRooms.toSorted(), 'add each new feature to the order')
  const backward = imports.filter(({ from, to }) => {
    const [user, used] = [featureOf(from), featureOf(to)]
    return user !== null && used !== null && featureRooms.indexOf(used) > featureRooms.indexOf(user)
  })
  t.deepEqual(backward, [])
})

/** Folders whose files and subfolders must not import each other in a cycle, not even for a type. */
const houses = [
  'src',
  ...['src/app', 'src/features', 'src/platform', 'src/kit', 'src/cli'],
  ...['workers', 'workers/engines', 'workers/engines/embedded', 'workers/reading'],
]

for (const house of houses) {
  test(`the modules of ${house} import each other in one direction`, (t) => {
    const roomOf = (file: string) =>
      file.startsWith(`${house}/`) ? file.slice(house.length + 1).split('/')[0] : undefined
    const next = new Map<string, Set<string>>()
    for (const { from, to } of imports) {
      const [user, used] = [roomOf(from), roomOf(to)]
      if (user && used && user !== used) next.set(user, (next.get(user) ?? new Set()).add(used))
    }
    t.deepEqual(circleIn(next), null)
  })
}

test('only app, main and cli import the access middleware', (t) => {
  const inside = imports.filter(({ from, to }) => {
    const user = featureOf(from)
    return user !== null && user !== 'access' && featureOf(to) === 'access'
  })
  t.deepEqual(inside, [])
})

/** Each package may be imported in one place only. */
const doorways: Record<string, RegExp> = {
  express: /^src\/(platform\/contract\/(validation|query-rules|around-route-lookup)|app\/http\/[\w/-]+)\.ts$/,
  'express-openapi-validator': /^src\/platform\/contract\/validation\.ts$/,
  'ajv/dist/2020.js': /^src\/platform\/contract\/answers\.ts$/,
  'ajv-formats': /^src\/platform\/contract\/answers\.ts$/,
  sequelize: /^src\/platform\/database\//,
  'node:sqlite': /^src\/platform\/database\//,
  standardwebhooks: /^src\/features\/webhooks\/signatures\.ts$/,
  umzug: /^src\/platform\/database\/migrations\.ts$/,
  amqplib: /^src\/platform\/broker\/rabbit-connection\.ts$/,
  ioredis: /^src\/platform\/counters\/redis\.ts$/,
  undici: /^(src\/platform\/outbound\/|workers\/engines\/groq\/fetch\.ts$)/,
  piscina: /^src\/platform\/(pool|generations|reading\/reading-threads)\.ts$/,
  'p-limit': /^src\/features\/webhooks\/sender\.ts$/,
  cockatiel: /^src\/platform\/concurrency\/circuit-breaker\.ts$/,
  ...Object.fromEntries(
    ['api', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map((name) => [
      `@opentelemetry/${name}`,
      /^src\/platform\/tracing\/otlp\.ts$/,
    ]),
  ),
  'prom-client': /^src\/platform\/metrics\/metrics\.ts$/,
  pino: /^src\/kit\/log\.ts$/,
  jstat: /^src\/features\/scoring\/impact\/statistics\.ts$/,
  unhomoglyph: /^workers\/checks\/disguises\.ts$/,
  'groq-sdk': /^workers\/engines\/groq\//,
  '@scalar/api-reference': /^src\/app\/http\/pages\.ts$/,
  textract: /^workers\/reading\//,
  'linkify-it': /^workers\/reading\/blind\/links\.ts$/,
  'libphonenumber-js/min': /^workers\/reading\/blind\/phones\.ts$/,
  'bidi-js': /^workers\/reading\/pdf\/scripts\/bidi\.ts$/,
  '@embedpdf/pdfium': /^workers\/reading\/pdf\//,
  '@imagemagick/magick-wasm': /^workers\/reading\/scan\/magick\.ts$/,
}

test('each package is imported in only one place', (t) => {
  const strays = imports.filter(({ from, to }) => doorways[to] !== undefined && !doorways[to].test(from))
  t.deepEqual(strays, [])
})

test('packages that the service needs at run time are dependencies, not dev dependencies', (t) => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const nameOf = (to: string) => to.split('/', to.startsWith('@') ? 2 : 1).join('/')
  const packages = imports.filter(({ to }) => !to.includes('/src/') && !/^(node:|src\/|workers\/|generated\/)/.test(to))
  t.deepEqual(
    packages.filter(({ to, typeOnly }) => !typeOnly && !(nameOf(to) in dependencies)),
    [],
  )
  t.true(packages.length > 20)
})

test('only src/tables and src/platform use Sequelize models or run statements', (t) => {
  const strays = sources.filter(
    (file) =>
      !/^src\/(tables|platform)\//.test(file) &&
      /\bdatabase\.(model|select|insert|execute)\(/.test(text.get(file) as string),
  )
  t.deepEqual(strays, [])
})

test('load and the tools do not import tests, or anything that only tests need', (t) => {
  const tools = ['load', 'test/tools'].flatMap(filesUnder).flatMap(importsOf)
  t.true(tools.some(({ to }) => to.startsWith('test/tools/')))
  t.deepEqual(
    tools.filter(({ to }) => /^test\/(?!tools\/)/.test(to)),
    [],
  )
})

test('no file imports itself indirectly, not even for a type', (t) => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of measured.flatMap(importsOf))
    if (text.has(to)) next.set(from, (next.get(from) ?? new Set()).add(to))
  t.deepEqual(circleIn(next), null)
})

/** Returns a cycle in the graph, as a path that begins and ends with the same node; null if there is none. */
function circleIn(next: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>()
  const walk = (node: string, path: string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return null
    for (const used of next.get(node) ?? []) {
      const circle = walk(used, [...path, node])
      if (circle) return circle
    }
    done.add(node)
    return null
  }
  for (const node of next.keys()) {
    const circle = walk(node, [])
    if (circle) return circle
  }
  return null
}

const linesOf = (file: string) => text.get(file)!.split('\n').length - 1

test('no file has more than 250 lines, and half have at most 120', (t) => {
  const lengths = measured.map((file) => ({ file, lines: linesOf(file) }))
  t.deepEqual(
    lengths.filter(({ lines }) => lines > 250),
    [],
  )
  const [middle] = lengths
    .map(({ lines }) => lines)
    .sort((one, other) => one - other)
    .slice(lengths.length / 2)
  t.true((middle ?? Infinity) <= 120)
})

/** These folders have one file per table or per migration, so their size says nothing about their structure. */
const registers = ['src/tables', 'src/platform/database/migrations']

test('a folder has at most 20 files', (t) => {
  const folders = Map.groupBy(measured, (file) => dirname(file))
  const crowded = [...folders].filter(([folder, files]) => files.length > 20 && !registers.includes(folder))
  t.deepEqual(
    crowded.map(([folder, files]) => `${folder}: ${files.length}`),
    [],
  )
})

test('the top level contains exactly the files and folders that the layout lists', (t) => {
  const files = 'package.json package-lock.json tsconfig.json Makefile README.md LICENSE Dockerfile compose.yaml'
  const folders = 'spec generated src workers load test node_modules'
  const allowed = `${files} ${folders}`.split(' ')
  const strays = readdirSync(root).filter((name) => !name.startsWith('.') && !allowed.includes(name))
  t.deepEqual(strays, [])
  t.true(existsSync(join(root, 'README.md')))
})

test('no pattern ignores case in a group only, because V8 may match nothing there', (t) => {
  const modified = sources.filter((file) => /(?<!`)\(\?i:/.test(text.get(file)!))
  t.deepEqual(modified, [])
})
