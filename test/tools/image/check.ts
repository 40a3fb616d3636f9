/**
 * Builds the image and runs it without a Docker engine: `node test/tools/image/check.ts`. Prints a line for each
 * promise. The exit code is 0 if all are kept, 1 if one is broken, and 2 if this machine cannot run the check.
 */
import { CannotCheck, makeBase, requireTools } from './base.ts'
import { buildah } from './buildah.ts'
import {
  changesOf,
  type Container,
  listFiles,
  makeContainer,
  removeContainer,
  startService,
  userOf,
} from './container.ts'
import { paste, poll } from '../services/pasted-lines.ts'

const image = 'candidate-screening'
/** Promises that cannot be checked in a chroot. */
const notRun =
  'read-only root, dropped capabilities, limits of memory and processes, HEALTHCHECK, compose.yaml as a whole'

function check(promise: string, isKept: boolean, seen: unknown): void {
  console.log(`${isKept ? 'kept  ' : 'BROKEN'}  ${promise.padEnd(58)} ${seen}`)
  if (!isKept) process.exitCode = 1
}

function build(): void {
  const startedAt = performance.now()
  buildah(
    'build',
    '--isolation',
    'chroot',
    '--pull-never',
    '--layers',
    '--format',
    'docker',
    '--quiet',
    '--tag',
    image,
    '.',
  )
  check('the Dockerfile builds', true, `${((performance.now() - startedAt) / 1000).toFixed()} s`)
}

/** Removes the remains of an interrupted run, and unnamed images, because each build takes a gigabyte. */
function clear(): void {
  buildah('rm', '--all')
  buildah('rmi', '--prune')
}

async function checkService(container: Container): Promise<void> {
  const before = listFiles(container)
  const first = await startService(container, image)
  const user = userOf(first.pid, container)
  check('it starts as its own user', user === 'node', user)

  const [generate = '', submit = '', read = ''] = first.lines
  await paste(generate)
  await paste(submit)
  const { result } = await poll(read)
  check('the commands that it prints at its first start score a resume', result?.score === 10, `score ${result?.score}`)

  const other = (line: string) => line.replace('/app-1/', '/app-2/')
  const { status } = await paste(other(submit))
  process.kill(first.pid, 'SIGTERM')
  const code = await first.ended
  check('SIGTERM right after a job was accepted ends it with 0', status === 202 && code === 0, `exit code ${code}`)

  const second = await startService(container, image)
  const kept = await poll(other(read).replace(first.url, second.url))
  check('that job is scored, now or after the next start', kept.status === 'completed', kept.status)
  process.kill(second.pid, 'SIGTERM')
  await second.ended
  const changed = changesOf(before, listFiles(container))
  check(
    'it leaves nothing outside of /data and /tmp',
    changed.length === 0,
    changed.slice(0, 5).join(', ') || 'no change',
  )
}

try {
  requireTools()
  clear()
  makeBase()
  build()
  const container = makeContainer(image)
  try {
    await checkService(container)
  } finally {
    await removeContainer(container)
    clear()
  }
  console.log(`\nNot run here: ${notRun}.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = error instanceof CannotCheck ? 2 : 1
}
