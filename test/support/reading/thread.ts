/**
 * A thread or process that reads Word documents, for tests that kill it. It reports `idle` when its sandbox waits for
 * work or, if its last argument requests it, `busy` when the sandbox is stuck in a document. A thread gets its sandbox
 * from the test, as it would from the server. A process starts its own sandbox.
 */
import { once } from 'node:events'
import { readdirSync, statSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { parseResume } from '../../../workers/parse-resume.ts'
import { thread } from '../../tools/reading.ts'
import { endlessDocx, makeDocx } from '../../tools/samples/resumes.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { monotonicMs } from '../../../src/kit/time.ts'

const sizes = loadContract().sizes.resume

const say = (word: string): void => (parentPort ? parentPort.postMessage(word) : void process.send!(word))

const openSandbox = parentPort
  ? (port: MessagePort) => parentPort?.postMessage({ sandbox: port }, [port])
  : thread.openSandbox
const parse = (bytes: Uint8Array) =>
  parseResume(
    { source: { bytes }, answers: [], blind: false, sizes, deadlineAt: monotonicMs() + 60_000 },
    { openSandbox },
  )

/** Resolves when the sandbox has rewritten its file and starts to convert it. */
async function rewritten(folder: string, bytes: number): Promise<void> {
  const watcher = watch(folder)
  for (let wasWhole = false; ; await once(watcher, 'change')) {
    const file = readdirSync(folder).find((name) => name.endsWith('.docx'))
    const size = file === undefined ? 0 : statSync(join(folder, file)).size
    if (wasWhole && size !== bytes) break
    wasWhole ||= size === bytes
  }
  watcher.close()
}

await parse(await makeDocx())
const mode: unknown = workerData ?? process.argv[2]
if (mode === 'busy') {
  const [folder] = readdirSync(tmpdir())
  const endless = await endlessDocx()
  void parse(endless)
  await rewritten(join(tmpdir(), folder!), endless.length)
  say('busy')
} else {
  say('idle')
}
// Runs until it is killed.
setInterval(() => {}, 60_000)
