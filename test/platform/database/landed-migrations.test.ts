/**
 * A landed migration never changes, neither its name nor its text: databases out there have run it, and run it no more.
 *
 * `landed-migrations.txt` holds a digest of each file; a new migration gets a line there when it lands. One file got a
 * number of its own later (`storedName`).
 */
import test from 'ava'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { released } from '../../support/migrations.ts'

const list = join(import.meta.dirname, 'landed-migrations.txt')

/** A line for each file of the migrations, their own folders included. */
function linesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return paths.map((path) => `${relative(folder, path)} ${hash('sha256', readFileSync(path))}`).sort()
}

test('the names and texts of landed migrations are as they were', (t) => {
  const landed = readFileSync(list, 'utf8').trim().split('\n')
  const now = linesOf(released)
  const names = new Set(landed.map((line) => line.split(' ')[0]))
  const changed = landed.filter((line) => !now.includes(line)).map((line) => line.split(' ')[0])
  t.deepEqual(changed, [], 'a landed migration was edited, renamed or removed: restore it, and write a new one instead')
  const added = now.filter((line) => !names.has(line.split(' ')[0]))
  t.deepEqual(added, [], `a new migration: add its line to ${relative('', list)}\n${added.join('\n')}`)
})

test('each migration has a number of its own', (t) => {
  const names = readdirSync(released).filter((name) => name.endsWith('.ts'))
  const shared = [...Map.groupBy(names, (name) => name.slice(0, 4))].filter(([, files]) => files.length > 1)
  t.deepEqual(shared, [])
})
