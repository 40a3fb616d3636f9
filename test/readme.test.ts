/**
 * The README names files: each must be there, or a newcomer loses the first hour to a path that has moved.
 */
import test from 'ava'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const names = new Set(globSync('{src,workers,spec,load,test}/**/*.*', { cwd: root }).map((path) => basename(path)))

/** What stands between backticks in `text`. */
function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string)
}

/** The text below a heading of the second level, up to the next one. */
function sectionOf(heading: string): string {
  return readme.split(/^## /m).find((section) => section.startsWith(heading)) ?? ''
}

test('each source file that the README names is there', (t) => {
  const files = codeIn(readme).filter((code) => /^[\w./-]+\.(ts|yaml|md|sh)$/.test(code))
  t.true(files.length > 20)
  // One that follows its folder's, such as `acceptance.ts`, is named without it.
  const isThere = (file: string) => existsSync(join(root, file)) || names.has(basename(file))
  t.deepEqual(
    files.filter((file) => !(file.startsWith('src/') ? existsSync(join(root, file)) : isThere(file))),
    [],
  )
})

test('each test that the security tables name is there', (t) => {
  const rows = sectionOf('Security').match(/^\| (API|V)\d.*$/gm) ?? []
  const tests = rows.flatMap(codeIn).filter((code) => /^[\w/-]+$/.test(code) && !code.startsWith('/'))
  t.true(tests.length > 20)
  const pattern = (name: string) => `test/**/${name.replace(/\/$/, '')}{,.test.ts}`
  t.deepEqual(
    tests.filter((name) => globSync(pattern(name), { cwd: root }).length === 0),
    [],
  )
})

test('each target that the README calls is there', (t) => {
  const makefile = readFileSync(join(root, 'Makefile'), 'utf8')
  const code = [...codeIn(readme), ...(readme.match(/^ {4}.*$/gm) ?? [])]
  const targets = code.flatMap((line) => line.match(/(?<=^\s*)make [a-z][a-z-]*/)?.[0].slice(5) ?? [])
  t.true(targets.length > 10)
  t.deepEqual(
    targets.filter((target) => !new RegExp(`^${target}:`, 'm').test(makefile)),
    [],
  )
})
