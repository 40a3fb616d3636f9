/** Complete pages. The folder `test/data/pdf-pages` contains PDFs and, for each, its text in reading order. */
import test from 'ava'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { read } from '../../../tools/reading.ts'

const folder = join(import.meta.dirname, '../../../data/pdf-pages')

for (const file of globSync('*.pdf', { cwd: folder }).toSorted()) {
  const name = basename(file, '.pdf')
  test(`the page "${name}" is read in order, and none of its text is reported as hidden`, async (t) => {
    const { resume, findings } = await read(readFileSync(join(folder, file)))
    t.is(`${resume.text}\n`, readFileSync(join(folder, `${name}.txt`), 'utf8'))
    t.deepEqual(findings, [])
  })
}
