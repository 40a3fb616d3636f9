/** A sandbox whose worker died while the sandbox was reading. */
import test from 'ava'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDocx } from '../../../tools/samples/resumes.ts'
import { loadContract } from '../../../../src/platform/contract/contract.ts'

const pollMs = 5

test('a sandbox whose worker has died ends and removes its files, even if it still has a result to send', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'screening-sandbox-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'aa.docx')
  writeFileSync(file, await makeDocx())
  const asGiven = statSync(file).size
  const child = fork(join(import.meta.dirname, '../../../../workers/reading/sandbox/child.ts'), [], {
    cwd: folder,
    // The temporary folder is the same as in the service, because textract creates a folder in it as soon as it is
    // loaded.
    env: { ...process.env, TMPDIR: folder },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  await new Promise((resolve) =>
    child.send({ type: 'docx', file: 'aa.docx', sizes: loadContract().sizes.resume }, resolve),
  )
  child.disconnect()
  // The sandbox is reading once it has replaced the file with the file's visible text. Watch the file itself, because
  // the process that was waiting for the sandbox has ended.
  while (existsSync(file) && statSync(file).size === asGiven) await delay(pollMs)
  ;(child.stdin as Writable).end()
  await ended
  t.false(existsSync(folder))
})
