/**
 * Prints the tables of `make eval-reading`: quality and cost by format, how PDFs in each script are read, which hidden
 * text is detected, which error each broken file causes, and how long a server's event loop is delayed meanwhile.
 *
 * The cost is the CPU time that this process and its sandboxes use. Other work on the machine hardly affects it.
 */
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pLimit from 'p-limit'
import { monotonicMs } from '../../../../src/kit/time.ts'
import { loadContract } from '../../../../src/platform/contract/contract.ts'
import { createPool } from '../../../../src/platform/pool.ts'
import { childrenOf } from '../../services/processes.ts'
import { parse } from '../../reading.ts'
import { makeCorpus, makeHiding } from './corpus.ts'
import type { Entry } from './entry.ts'
import { compare, f1, mean, type Figures } from './figures.ts'
import { makeBroken, makeDamaged } from './hostile.ts'
import { scriptEntries } from './scripts/entries.ts'

type Row = Figures & { format: string; name: string; cpuMs: number; flags: string[]; leaked: boolean }
type Readable = Pick<Entry, 'format' | 'name' | 'bytes'>

const patienceMs = 300_000
/** The unit of CPU times in Linux's /proc/<pid>/stat, which is the same on all machines. */
const tickMs = 10

/** Returns the CPU time that this process and its children have used so far. */
function cpuSoFar(): number {
  const { user, system } = process.cpuUsage()
  const ticks = childrenOf(process.pid).map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return (user + system) / 1_000 + tickMs * ticks.reduce((sum, count) => sum + count, 0)
}

async function readOf({ format, name, bytes, expected, hides }: Entry): Promise<Row> {
  const before = cpuSoFar()
  const outcome = await parse(bytes, monotonicMs() + patienceMs)
  const cpuMs = cpuSoFar() - before
  const text = outcome.ok ? outcome.value.resume.text : ''
  if (!outcome.ok) console.error(`${format}, ${name}: ${outcome.code}, ${outcome.message}`)
  const leaked = hides !== undefined && text.includes(hides)
  return { ...compare(text, expected), format, name, cpuMs, flags: outcome.ok ? outcome.value.flags : [], leaked }
}

function printTable(head: string[], rows: (string | number)[][]): void {
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? String(cell).padEnd(10) : String(cell).padStart(head[column]!.length),
    )
    console.log(cells.join('  '))
  }
}

const share = (rows: Row[], name: keyof Figures) => mean(rows.map((row) => row[name])).toFixed(3)

function printGood(rows: Row[]): void {
  const lines = [...Map.groupBy(rows, ({ format }) => format), ['all', rows] as const].map(([format, of]) => [
    ...[format, of.length, share(of, 'recall'), share(of, 'precision'), share(of, 'order')],
    ...[of.filter(({ flags }) => flags.length > 0).length, mean(of.map(({ cpuMs }) => cpuMs)).toFixed(1)],
  ])
  printTable(['format', 'files', 'recall', 'precision', 'order', 'false alarms', 'CPU ms a file'], lines)
  const slowest = rows.filter(({ format }) => format !== 'scan').toSorted((one, other) => other.cpuMs - one.cpuMs)[0]!
  console.log(`\nslowest, without scans: ${slowest.format}, ${slowest.name}: ${slowest.cpuMs.toFixed(0)} ms of CPU`)
}

/** Prints the scripts that run from right to left or stack their letters, each as printed by two programs. */
function printScripts(rows: Row[]): void {
  console.log('\npdf by script')
  const lines = [...Map.groupBy(rows, ({ format }) => format)].map(([language, of]) => [
    ...[language, of.length, mean(of.map(f1)).toFixed(3), Math.min(...of.map(f1)).toFixed(3), share(of, 'order')],
    ...[Math.min(...of.map(({ order }) => order)).toFixed(3), of.filter(({ flags }) => flags.length > 0).length],
  ])
  printTable(['script', 'files', 'F1', 'lowest', 'order', 'lowest', 'false alarms'], lines)
}

/** Prints which hidden text is detected: it must not be read, and the flag must be correct. */
function printHiding(entries: Entry[], rows: Row[]): void {
  const isSeen = (row: Row, at: number) => !row.leaked && row.flags.join() === entries[at]!.flags.join()
  const all = rows.map((row, at) => ({ ...row, seen: isSeen(row, at) }))
  const lines = [...Map.groupBy(all, ({ format }) => format), ['all', all] as const].map(([format, of]) => [
    ...[format, of.length, of.filter(({ seen }) => seen).length, share(of, 'recall')],
  ])
  console.log('\nhidden texts')
  printTable(['format', 'files', 'seen', 'recall of what is shown'], lines)
  for (const { format, name, seen } of all) if (!seen) console.log(`not detected: ${format}, ${name}`)
}

async function printBroken(): Promise<Readable[]> {
  const broken = [...(await makeBroken()), ...makeDamaged(corpus.filter(({ format }) => format !== 'scan'))]
  const ends = new Map<string, number>()
  let right = 0
  let slowest = { cpuMs: 0, name: '' }
  for (const { format, name, bytes, ends: allowed } of broken) {
    const before = cpuSoFar()
    const outcome = await parse(bytes, monotonicMs() + patienceMs)
    const cpuMs = cpuSoFar() - before
    if (cpuMs > slowest.cpuMs) slowest = { cpuMs, name: `${format}, ${name}` }
    const end = outcome.ok ? 'read' : outcome.code
    ends.set(end, (ends.get(end) ?? 0) + 1)
    if (allowed.includes(end)) right += 1
    else console.log(`wrong code: ${format}, ${name}: ${end}`)
  }
  console.log(`\nbroken files: ${right} of ${broken.length} get the right code`)
  console.log([...ends].map(([end, count]) => `${count} ${end}`).join(', '))
  console.log(`slowest: ${slowest.name}: ${slowest.cpuMs.toFixed(0)} ms of CPU`)
  return broken
}

/** Reads all files as a server does, four at a time, and measures how far its event loop is delayed. */
async function printEventLoop(files: Readable[]): Promise<void> {
  const settings = { engine: { name: 'embedded' as const }, modelCalls: 1, contract: loadContract(), restMs: 1_000 }
  const pool = createPool(settings, { info() {}, warn() {} })
  const delays = monitorEventLoopDelay()
  const limit = pLimit(4)
  delays.enable()
  await limit.map(files, ({ bytes }) => {
    const source = { bytes: new Uint8Array(bytes) }
    return pool.parseResume('p_1', { source, answers: [], blind: true }, patienceMs)
  })
  delays.disable()
  await pool.close()
  const ms = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(0)} ms`
  console.log(`\nevent loop over ${files.length} files: p99 ${ms(delays.percentile(99))}, most ${ms(delays.max)}`)
}

const corpus = await makeCorpus({ scans: true })
const hiding = await makeHiding()
// loads what the first files would otherwise have to wait for
await Promise.all(corpus.slice(0, 30).map(({ bytes }) => parse(bytes)))
const rows: Row[] = []
for (const entry of [...corpus, ...hiding]) rows.push(await readOf(entry))
printGood(rows.slice(0, corpus.length))
const inScripts: Row[] = []
for (const entry of scriptEntries()) inScripts.push(await readOf(entry))
printScripts(inScripts)
printHiding(hiding, rows.slice(corpus.length))
const broken = await printBroken()
await printEventLoop([...corpus.filter(({ format }) => format !== 'scan'), ...hiding, ...broken])
process.exit(0)
