/**
 * The sandbox for office formats: a malicious file costs a thread little, and none of the sandbox's processes and files
 * outlives the thread.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, realpathSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import test from 'ava'
import { monotonicMs } from '../../../../src/kit/time.ts'
import { outcomeOf, parse, read, thread as server } from '../../../tools/reading.ts'
import { endlessDocx, makeDocx, resumeLines } from '../../../tools/samples/resumes.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'sandbox-test-'))
process.env['TMPDIR'] = mkdtempSync(join(folder, 'own-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true }))

const reader = new URL('../../../support/reading/thread.ts', import.meta.url)

/** Waits until a folder for temporary files contains no files of a sandbox. */
async function emptied(path: string): Promise<void> {
  const watcher = watch(path)
  while (readdirSync(path).length > 0) await once(watcher, 'change')
  watcher.close()
}

/** Returns the ids of the sandbox processes, without zombies. */
function sandboxes(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,stat=,args=']).toString().split('\n')
  const living = lines.filter((line) => /sandbox\/child\.ts/.test(line) && !/^\s*\d+\s+Z/.test(line))
  return living.map((line) => Number.parseInt(line, 10))
}

async function gone(pid: number): Promise<void> {
  while (sandboxes().includes(pid)) await nextTurn()
}

/** Returns the process id of the sandbox whose folder is inside `path`. */
function sandboxIn(path: string): number {
  const found = sandboxes().find((pid) => execFileSync('ps', ['-o', 'args=', '-p', `${pid}`]).includes(path))
  if (!found) throw new Error('no sandbox is running')
  return found
}

for (const mode of ['idle', 'busy']) {
  test.serial(`a killed process leaves no ${mode} sandbox and no file behind`, async (t) => {
    const path = mkdtempSync(join(folder, 'tmp-'))
    const parent = fork(fileURLToPath(reader), [mode], { env: { ...process.env, TMPDIR: path } })
    t.deepEqual(await once(parent, 'message'), [mode, undefined])
    const pid = sandboxIn(path)
    parent.kill('SIGKILL')
    await emptied(path)
    await gone(pid)
    t.deepEqual(readdirSync(path), [])
  })

  test.serial(`a terminated thread leaves no ${mode} sandbox and no file behind`, async (t) => {
    const path = mkdtempSync(join(folder, 'tmp-'))
    const usual = process.env['TMPDIR']
    process.env['TMPDIR'] = path
    const thread = new Worker(reader, { workerData: mode, env: { ...process.env } })
    const [{ sandbox }] = (await once(thread, 'message')) as [{ sandbox: MessagePort }]
    server.openSandbox(sandbox)
    t.deepEqual(await once(thread, 'message'), [mode])
    process.env['TMPDIR'] = usual
    const pid = sandboxIn(path)
    await thread.terminate()
    await emptied(path)
    await gone(pid)
    t.deepEqual(readdirSync(path), [])
  })
}

test.serial('a document that takes too long is RESUME_PARSE_FAILED, and the next one is read', async (t) => {
  const path = process.env['TMPDIR']!
  t.is(await outcomeOf(await makeDocx()), 'read')
  const pid = sandboxIn(path)
  const outcome = await parse(await endlessDocx(), monotonicMs() + 1_000)
  t.is(outcome.ok ? 'read' : outcome.code, 'RESUME_PARSE_FAILED')
  t.false(sandboxes().includes(pid))
  t.deepEqual(readdirSync(path), [])
  t.is(await outcomeOf(await makeDocx()), 'read')
})

test.serial("a task's files are removed when it ends", async (t) => {
  t.is(await outcomeOf(await makeDocx()), 'read')
  const [own] = readdirSync(process.env['TMPDIR']!)
  t.deepEqual(
    readdirSync(join(process.env['TMPDIR']!, own!)).filter((name) => name.endsWith('.docx')),
    [],
  )
})

test.serial('a sandbox that was killed while idle is replaced', async (t) => {
  t.is(await outcomeOf(await makeDocx()), 'read')
  const pid = sandboxIn(process.env['TMPDIR']!)
  process.kill(pid, 'SIGKILL')
  // The thread clears the folder when it is notified of the exit.
  await emptied(process.env['TMPDIR']!)
  t.is(await outcomeOf(await makeDocx()), 'read')
})

test.serial(
  'documents that arrive concurrently are read one after the other, and none is mistaken for another',
  async (t) => {
    const texts = Array.from({ length: 8 }, (_, index) => [...resumeLines, `Reference number ${index}`])
    const resumes = await Promise.all(texts.map(async (lines) => read(await makeDocx(lines))))
    t.deepEqual(
      resumes.map(({ resume }) => resume.text),
      texts.map((lines) => lines.join('\n')),
    )
  },
)

test.serial('a sandbox has no permission to start a program', async (t) => {
  t.is(await outcomeOf(await makeDocx()), 'read')
  const command = execFileSync('ps', ['-o', 'args=', '-p', `${sandboxIn(process.env['TMPDIR']!)}`]).toString()
  t.regex(command, /--permission /)
  t.notRegex(command, /--allow-child-process/)
})
