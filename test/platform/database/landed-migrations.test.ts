/**
 * A landed migration's name and contents never change, because deployed databases have run it and will not run it
 * again. `landed-migrations.txt` contains a digest of each file, and a new migration gets a line there when it lands.
 * One file was renumbered later (see `storedName`).
 */
import test from 'ava'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { released } from '../../support/migrations.ts'

const list = join(import.meta.dirname, 'landed-migrations.txt')

/** Returns a line for each migration file, including those in subfolders. */
function linesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return paths.map((path) => `${relative(folder, path)} ${hash('sha256', readFileSync(path))}`).sort()
}

test('the names and contents of landed migrations are unchanged', (t) => {
  const landed = readFileSync(list, 'utf8').trim().split('\n')
  const now = linesOf(released)
  const names = new Set(landed.map((line) => line.split(' ')[0]))
  const changed = landed.filter((line) => !now.includes(line)).map((line) => line.split(' ')[0])
  t.deepEqual(changed, [], 'a landed migration was edited, renamed or removed: restore it, and write a new one instead')
  const added = now.filter((line) => !names.has(line.split(' ')[0]))
  t.deepEqual(added, [], `a new migration: add its line to ${relative('', list)}\n${added.join('\n')}`)
})

test('each migration has its own number', (t) => {
  const names = readdirSync(released).filter((name) => name.endsWith('.ts'))
  const shared = [...Map.groupBy(names, (name) => name.slice(0, 4))].filter(([, files]) => files.length > 1)
  t.deepEqual(shared, [])
})
