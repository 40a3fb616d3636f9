/**
 * Prints how well resumes are read, by format: the table of `make eval-reading`. Scans are among them.
 *
 * Times are what one file takes here, reader and sandbox running already; on a busy machine they say little.
 */
import { performance } from 'node:perf_hooks'
import { parse } from '../../reading.ts'
import { makeCorpus, type Entry } from './corpus.ts'
import { compare, mean, type Figures } from './figures.ts'
import { makeHostile } from './hostile.ts'

type Row = Figures & { format: string; ms: number; leaked: boolean }

const patienceMs = 300_000

async function readEntry({ format, name, bytes, expected, hides }: Entry): Promise<Row> {
  const startedAt = performance.now()
  const outcome = await parse(bytes, Date.now() + patienceMs)
  const ms = performance.now() - startedAt
  const text = outcome.ok ? outcome.value.resume.text : ''
  if (!outcome.ok) console.error(`${format}, ${name}: ${outcome.code}, ${outcome.message}`)
  const leaked = hides !== undefined && text.includes(hides)
  return { ...compare(text, expected), format, ms, leaked }
}

const percent = (value: number) => value.toFixed(3)
const corpus = await makeCorpus({ scans: true })
await Promise.all(corpus.slice(0, 30).map(({ bytes }) => parse(bytes))) // loads what the first files would wait for
const rows: Row[] = []
for (const entry of corpus) rows.push(await readEntry(entry))
console.log('format    files  recall  precision  order  hidden text read  ms a file')
for (const [format, of] of Map.groupBy(rows, ({ format }) => format)) {
  const [recall, precision, order] = (['recall', 'precision', 'order'] as const).map((name) =>
    mean(of.map((row) => row[name])),
  )
  const columns = [
    format.padEnd(9),
    String(of.length).padStart(5),
    percent(recall!).padStart(7),
    percent(precision!).padStart(10),
    percent(order!).padStart(6),
    String(of.filter(({ leaked }) => leaked).length).padStart(17),
    mean(of.map(({ ms }) => ms))
      .toFixed(1)
      .padStart(10),
  ]
  console.log(columns.join(' '))
}
const hostile = makeHostile(corpus.filter(({ format }) => format !== 'scan'))
const ends = new Map<string, number>()
for (const { bytes } of hostile) {
  const outcome = await parse(bytes, Date.now() + patienceMs)
  const end = outcome.ok ? 'read' : outcome.code
  ends.set(end, (ends.get(end) ?? 0) + 1)
}
console.log(`\n${hostile.length} broken files: ${[...ends].map(([end, count]) => `${count} ${end}`).join(', ')}`)
process.exit(0)
