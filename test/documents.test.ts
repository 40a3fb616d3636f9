/**
 * The documents mention files, tests, targets, commands and settings. Each must exist, so that readers do not follow an
 * outdated name.
 */
import test from 'ava'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { settings } from '../src/kit/settings.ts'

const root = join(import.meta.dirname, '..')
const documents = [
  'README.md',
  ...globSync('{load,spec,test,workers}/{,ops/}{README,OPERATIONS,SECURITY}.md', { cwd: root }),
]
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const textOf = new Map(documents.map((path) => [path, read(path)]))
const everything = [...textOf.values()].join('\n')
const names = new Set(globSync('{src,workers,spec,load,test}/**/*.*', { cwd: root }).map((path) => basename(path)))

/** Returns everything between backticks. */
function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string)
}

/** Returns a heading's anchor, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')
}

test('the README fits on one page', (t) => {
  t.true(textOf.get('README.md')!.split('\n').length <= 150)
})

test('each link in a document points to a file, and to a heading in that file', (t) => {
  const broken = [...textOf].flatMap(([path, text]) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].flatMap(([link, to, anchor]) => {
      const target = to ? join(dirname(path), to) : path
      if (!existsSync(join(root, target))) return [`${path}: ${link}`]
      const headings = anchor ? (read(target).match(/(?<=^#+ ).*$/gm) ?? []) : []
      return anchor && !headings.map(anchorOf).includes(anchor) ? [`${path}: ${link}`] : []
    }),
  )
  t.deepEqual(broken, [])
})

test('each source file that a document mentions exists', (t) => {
  const files = codeIn(everything).filter((code) => /^[\w./-]+\.(ts|yaml|md|sh)$/.test(code))
  t.true(files.length > 30)
  // A document may omit a file's folder if it has just mentioned the folder, as for `acceptance.ts`.
  const isThere = (file: string) => existsSync(join(root, file)) || names.has(basename(file))
  t.deepEqual(
    files.filter((file) => !(file.startsWith('src/') ? existsSync(join(root, file)) : isThere(file))),
    [],
  )
})

test('each test that the security tables mention exists', (t) => {
  const rows = textOf.get('load/ops/SECURITY.md')!.match(/^\| (API|V)\d.*$/gm) ?? []
  const tests = rows.flatMap(codeIn).filter((code) => /^[\w/-]+$/.test(code) && !code.startsWith('/'))
  t.true(tests.length > 20)
  const pattern = (name: string) => `test/**/${name.replace(/\/$/, '')}{,.test.ts}`
  t.deepEqual(
    tests.filter((name) => globSync(pattern(name), { cwd: root }).length === 0),
    [],
  )
})

test('each make target that a document mentions exists', (t) => {
  const makefile = read('Makefile')
  const code = [...codeIn(everything), ...(everything.match(/^ {4}.*$/gm) ?? [])]
  const targets = code.flatMap((line) => line.match(/(?<=^\s*)make [a-z][a-z-]*/)?.[0].slice(5) ?? [])
  t.true(targets.length > 10)
  t.deepEqual(
    targets.filter((target) => !new RegExp(`^${target}:`, 'm').test(makefile)),
    [],
  )
})

test('the table of settings lists each setting with its default, and no other', (t) => {
  const section = textOf.get('load/ops/OPERATIONS.md')!.split(/^## /m)[1]!
  const rows = section.match(/^\| `.*$/gm) ?? []
  const documented = rows.flatMap((row) => {
    const [named = [], defaults = []] = row.split('|').slice(1, 3).map(codeIn)
    return named.map((name, at) => `${name}=${defaults[at] ?? ''}`)
  })
  t.deepEqual(documented.toSorted(), settings.map(({ name, fallback }) => `${name}=${fallback}`).toSorted())
})

test('each CLI command that a document mentions exists', (t) => {
  const known = globSync('src/cli/*.ts', { cwd: root }).map(read).join('\n')
  const called = [...everything.matchAll(/npm run -s cli -- ([a-z]+(?: [a-z][a-z-]*)?)/g)].map(
    ([, name]) => name as string,
  )
  t.true(new Set(called).size > 15)
  t.deepEqual(
    called.filter((name) => !known.includes(`'${name}'`) && !known.includes(`${name}: {`)),
    [],
  )
})
