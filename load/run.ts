/**
 * `make load`: tests whether the service meets its objectives and whether its limits are exact. Starts the servers,
 * runs the scenarios with k6, prints a verdict of at most 25 lines, and writes `summary.json`, `junit.xml` and
 * `report.html`.
 *
 * Exit code 0: all checks passed; 1: some failed; 2: the run itself failed, and one line says why.
 */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { makeFolder } from '../src/platform/data-folder.ts'
import { findServices, startServices, stopServices } from '../test/tools/services/services.ts'
import { root } from './bench/checkouts.ts'
import { removePlaces } from './bench/places.ts'
import { killAll, obituaries } from './bench/processes.ts'
import { htmlOf } from './report/html.ts'
import { junitOf } from './report/junit.ts'
import { tableOf } from './report/table.ts'
import { CouldNotRun, explained } from './runner/could-not-run.ts'
import { findK6, type K6, type K6Run } from './runner/k6.ts'
import { outcomeOf, type Act } from './runner/outcome.ts'
import { createProgress } from './runner/progress.ts'
import { runSession } from './runner/session.ts'
import { readSettings, type ScenarioName, type Settings } from './runner/settings.ts'
import { remoteStage, startStage, type Stage } from './runner/stage.ts'
import { exitCodes, verdictOf } from './verdict/outcome.ts'

const progress = createProgress()
const runStartedAt = performance.now()
/** Folders that the run writes to: the servers' data and, once it exists, the report. */
const folders = [tmpdir()]
/** Ends all processes that the run has started. */
const undo: (() => unknown)[] = []

async function run(): Promise<number> {
  const settings = readSettings(process.env)
  prepareFolder(settings.out)
  const k6 = findK6(process.env.PATH ?? '', join(root, '.tools'), (line) => console.error(line))
  if (settings.backend === 'services' && !settings.remote && !findServices()) {
    undo.push(() => stopServices())
    progress.tell('starting the services')
    await startServices().catch((error: Error) => Promise.reject(new CouldNotRun(error.message)))
  }
  const startedAt = new Date()
  const acts: Act[] = []
  // The scenario `limits` needs a slow model, so it has its own servers.
  const groups = [
    settings.scenarios.filter((name) => name !== 'limits'),
    settings.scenarios.filter((name) => name === 'limits'),
  ]
  for (const names of groups) if (names.length > 0) acts.push(await act(names, settings, k6))
  return report(acts, startedAt, k6, settings.out)
}

/**
 * Calls `play` with the path of the plan's file. The file contains keys, so only this user can read it, and it is
 * deleted at the end.
 */
function prepareFolder(out: string): void {
  const planFile = join(out, 'plan.json')
  try {
    makeFolder(out)
    writeFileSync(planFile, '', { mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CouldNotRun(`no file can be made in OUT ${out} (${code}): set OUT to another folder`)
  }
  undo.push(() => rmSync(planFile, { force: true }))
  folders.push(out)
}

async function act(names: ScenarioName[], settings: Settings, k6: K6): Promise<Act> {
  if (!settings.remote) progress.tell(`${names.join(', ')}: starting the servers`)
  const stage = await stageFor(names, settings)
  undo.push(stage.close)
  try {
    const onStart = ({ child }: K6Run) => undo.push(() => child.kill('SIGKILL'))
    const session = await runSession(names, settings, { k6, stage, out: settings.out, progress, runStartedAt, onStart })
    return { session, stage }
  } catch (error) {
    const dead = obituaries(stage.processes)
    throw dead === '' ? error : new Error(`${dead}\n${(error as Error).message}`)
  } finally {
    await stage.close()
  }
}

async function stageFor(names: ScenarioName[], { backend, remote, port }: Settings): Promise<Stage> {
  const isForLimits = names.includes('limits')
  if (!remote) {
    const wideFrom = names.includes('breakpoint') ? 4 : Infinity
    return startStage(backend, { isForLimits, partners: isForLimits ? 6 : wideFrom === 4 ? 8 : 4, wideFrom, port })
  }
  const own = names.find((name) => ['breakpoint', 'webhooks', 'neighbours'].includes(name))
  if (own)
    throw new CouldNotRun(`${own} needs servers that the run starts itself: leave BASE out, or name other scenarios`)
  if (isForLimits && remote.keys.length < 6)
    throw new CouldNotRun('limits needs the sandbox keys of six partners: KEY=a,b,c,d,e,f, or name other scenarios')
  return remoteStage(remote.base, remote.keys)
}

function report(acts: Act[], startedAt: Date, k6: K6, out: string): number {
  const version = execFileSync(k6.command, [...k6.args, 'version'], { encoding: 'utf8' }).trim()
  const outcome = outcomeOf(acts, startedAt, version)
  writeFileSync(join(out, 'summary.json'), JSON.stringify({ verdict: verdictOf(outcome), ...outcome }, null, 1))
  writeFileSync(join(out, 'junit.xml'), junitOf(outcome))
  writeFileSync(join(out, 'report.html'), htmlOf(outcome))
  progress.end()
  console.log(`${tableOf(outcome).join('\n')} (${relative('', join(out, 'report.html'))})`)
  return exitCodes[verdictOf(outcome)]
}

async function end(code: number): Promise<never> {
  for (const step of undo.splice(0).reverse()) await Promise.resolve(step()).catch(() => {})
  killAll()
  await removePlaces()
  process.exit(code)
}

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isEnding = true
    void end(exitCodes.INVALID)
  })

const code = await run().catch((error: unknown) => {
  progress.end()
  // Pending operations fail when the run ends their processes; ignore those errors.
  if (!isEnding) console.error(explained(error, folders).message)
  return exitCodes.INVALID
})
if (!isEnding) await end(code)
