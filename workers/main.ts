/**
 * The entry point of a worker thread. It exports one function per task, by the task's name.
 *
 * The packages of a task are loaded on its first call, so that a reading thread never loads a provider's engine, and an
 * engine's thread never loads PDFium.
 */
import { parentPort, threadId } from 'node:worker_threads'
import { beginStep } from '../src/kit/threads/progress.ts'
import type { ReadingMessage, Tasks } from './tasks.ts'
import { monotonicMs } from '../src/kit/time.ts'

export const readBody: Tasks['readBody'] = async ({ bytes, shape, withSha256 }) =>
  (await import('../src/kit/request-body.ts')).readBody(bytes, shape, withSha256)

/** Returns a function that loads a module once, because each `import()` would run the loader again. */
function lazy<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined
  return () => (loaded ??= load())
}

const reading = lazy(() =>
  Promise.all([import('./parse-resume.ts'), import('./reading/pdf/pdfium.ts'), import('./reading/scan/magick.ts')]),
)
const judging = lazy(() => import('./judge-resume.ts'))

export const parseResume: Tasks['parseResume'] = async ({ timeoutMs, progress, judge, ...task }) => {
  const [{ parseResume }, { isPdfiumSpent }, { isMagickSpent }] = await reading()
  const outcome = await parseResume(
    { ...task, deadlineAt: monotonicMs() + timeoutMs },
    {
      begun: (fileSha256) => beginStep(progress, 'reading', monotonicMs(), fileSha256),
      openSandbox: (port) => parentPort!.postMessage({ sandbox: port } satisfies ReadingMessage, [port]),
      // Without this, the bytes would stay in memory until the next garbage collection, which is late because the rest
      // of the heap is small.
      free: (bytes) => (bytes.buffer as ArrayBuffer).transfer(0),
    },
  )
  const spent = isPdfiumSpent() || isMagickSpent() ? { spentThreadId: threadId } : {}
  if (!outcome.ok || !judge) return { ...outcome, ...spent }
  beginStep(progress, 'judging', monotonicMs())
  return { ...outcome, ...spent, scored: await (await judging()).judgeResume(outcome.value, judge) }
}

/** Loads the packages for reading, so that the first file does not have to wait for them. */
export const prepareReading: Tasks['prepareReading'] = async () => void (await reading())

const scoring = lazy(() => import('./score-application.ts'))

export const scoreApplication: Tasks['scoreApplication'] = async (task) => (await scoring()).scoreApplication(task)

export const generateCriteria: Tasks['generateCriteria'] = async (task) =>
  (await import('./generate-criteria.ts')).generateCriteria(task)

export const generateQuestions: Tasks['generateQuestions'] = async (task) =>
  (await import('./generate-questions.ts')).generateQuestions(task)
