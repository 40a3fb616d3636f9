/**
 * Decides what a run contains: which test files run on which backend, and which of them share a process. The longest
 * come first.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

export type Backend = 'embedded' | 'services'
export type Suite = 'embedded' | 'services' | 'chaos'

/** Test files that one ava process runs one after the other. With `sharesThread`, they run in the same thread. */
export type Files = { suite: Suite; files: string[]; sharesThread: boolean }

/** Test files, or one of the repository's commands. `seconds` is an estimate. */
export type Item = { seconds: number } & (Files | { command: string[] })

/** The estimate for a file that is not in `seconds.txt`. */
const ordinarySeconds = 4
/**
 * Short files share an ava process, because it takes a second to start. Their total time is limited, so that no process
 * is still running long after all others have ended.
 */
const portionSeconds = 40

/** For each slow file, `seconds.txt` has a line with seconds, suite and file, so that slow files start first. */
const known = new Map(
  readFileSync(join(import.meta.dirname, 'seconds.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([seconds, suite, file]) => [`${suite} ${file}`, Number(seconds)]),
)
const secondsOf = (suite: Suite, file: string) => known.get(`${suite} ${file}`) ?? ordinarySeconds

const isChaos = (file: string) => file.startsWith('test/chaos/')
/**
 * These tests take minutes and need k6, which the gate's machine may not have, so they run only if they are requested
 * by name.
 */
const isByName = (file: string) => file.startsWith('test/load/k6/')
/**
 * Tests that send no statement to the database, so that the embedded default is enough: pages, rules, arithmetic,
 * responses from memory, and requests that are refused because of their form, key, tenant or policy.
 */
const beforeStatements = new Set(
  [
    'end-to-end/client',
    'end-to-end/contract-fuzz',
    'end-to-end/docs-pages',
    'end-to-end/error-pages',
    'end-to-end/gate-matrix',
    'end-to-end/operations/caches',
    'end-to-end/operations/model-trust',
    'end-to-end/operations/refusals',
    'end-to-end/pages/browser',
    'end-to-end/policy-matrix',
    'end-to-end/released-folder',
    'end-to-end/request-bodies',
    'features/access/api-key-format',
    'features/criteria/criteria-rules',
    'features/criteria/question-sets-groq',
    'features/criteria/warnings',
    'features/scoring/report',
    'features/scoring/score',
    'features/webhooks/signatures',
  ].map((name) => `test/${name}.test.ts`),
)
/** Tests of the database, the broker or the counters, which differ between the backends. */
const isOnBoth = (file: string) =>
  /^test\/(features|end-to-end|neighbours\/slow-hosts)/.test(file) && !beforeStatements.has(file)

/**
 * Returns all tests on the embedded default, those that use the services also on the services, and the chaos scenes.
 */
export function wholeSuite(): Item[] {
  const files = globSync('test/**/*.test.ts').filter((file) => !isByName(file))
  const ordinary = files.filter((file) => !isChaos(file))
  return order([
    ...portions('embedded', ordinary),
    ...portions('services', ordinary.filter(isOnBoth)),
    ...portions('chaos', files.filter(isChaos)),
  ])
}

/**
 * Returns whether a scene measures how much one partner slows down another. Such scenes run last, one after the other.
 */
export function isTimed(item: Item): boolean {
  return 'files' in item && item.files.includes('test/neighbours/slow-hosts.test.ts')
}

/** The checks other than tests: formats, types and the contract. */
export const checks: Item[] = [
  { seconds: 60, command: ['make', 'types'] },
  { seconds: 15, command: ['make', 'contract'] },
  { seconds: 15, command: ['make', 'contract-diff'] },
]

/**
 * Returns the tests in these files and folders.
 *
 * @throws Error that says what is wrong with a path
 */
export function chosenFiles(paths: string[], backend: Backend): Item[] {
  const files = [...new Set(paths.flatMap(listTests))]
  return order([
    ...portions(
      backend,
      files.filter((file) => !isChaos(file)),
    ),
    ...portions('chaos', files.filter(isChaos)),
  ])
}

/**
 * Returns the test files at a path.
 *
 * @throws Error that says what is wrong with the path
 */
function listTests(path: string): string[] {
  const inside = relative('', path)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new Error(`${path} does not exist`)
  const files = found.isDirectory()
    ? globSync(`${inside}/**/*.test.ts`)
    : [inside].filter((name) => name.endsWith('.test.ts'))
  if (files.length === 0) throw new Error(`${path} holds no test: test files end in .test.ts`)
  return files
}

/**
 * Returns whether a file needs its own thread, which costs two seconds of CPU for imports, the first server and the
 * first score. Files can share a thread if they do not inspect or change their process, its threads or its children,
 * and have no hooks except those that open what their own tests share.
 */
const isAlone = (file: string) =>
  /^test\/(chaos|platform\/reading|workers\/reading\/sandbox)\/|^test\/platform\/pool\b/.test(file) ||
  /\bprocess\.(?!(ts|execPath|versions|env)\b)|\bprocess\.env\S* = |\bglobalThis\b|\bsubscribe\(|\bownThreads\b|\btest\.(serial\.)?(after|before\((async )?\(t)/.test(
    readFileSync(file, 'utf8'),
  )

/** Gives each long file its own process, and groups a folder's short files. */
function portions(suite: Suite, files: string[]): Item[] {
  const items: (Item & Files)[] = []
  const last = new Map<boolean, (typeof items)[number]>()
  for (const file of files.toSorted()) {
    const seconds = secondsOf(suite, file)
    const sharesThread = !isAlone(file)
    const open = last.get(sharesThread)
    if (open && open.seconds + seconds <= portionSeconds) {
      open.files.push(file)
      open.seconds += seconds
    } else {
      const item = { suite, files: [file], seconds, sharesThread }
      items.push(item)
      if (seconds < portionSeconds / 2) last.set(sharesThread, item)
    }
  }
  return items
}

/**
 * Returns whether a test never uses the services. All other tests wait until it is known whether the services run,
 * because they check for them, even if only to report that they are missing.
 */
const isApart = (file: string) => /^test\/(kit|load|neighbours|spec|workers)\//.test(file)

export const waitsForServices = (item: Item): boolean =>
  'files' in item && !(item.suite === 'embedded' && item.files.every(isApart))
export const needsServices = (item: Item): boolean => 'files' in item && item.suite !== 'embedded'
export const isScene = (item: Item): boolean => 'files' in item && item.suite === 'chaos'

export const order = (items: Item[]): Item[] => items.toSorted((one, other) => other.seconds - one.seconds)
