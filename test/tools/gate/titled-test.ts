/**
 * ava's `test` for several files that share a thread. Each title begins with the file's name, and tests run one after
 * the other. A file's hooks run before its own first test.
 */
import test from 'ava'
import { declared } from './declared.ts'

const file = new URL(import.meta.url).searchParams.get('file') as string
type Run = (...given: unknown[]) => unknown
type Declare = (title: string, run: Run, ...rest: unknown[]) => void

const hooks: Run[] = []
let opened: Promise<void> | undefined
async function open(): Promise<void> {
  for (const hook of hooks) await hook()
}

const titled =
  (declare: unknown): Declare =>
  (title, run, ...rest) => {
    const ready = async (...given: unknown[]) => {
      await (opened ??= open())
      return run(...given)
    }
    declared.push(() => (declare as Declare)(`${file} › ${title}`, ready, ...rest))
  }

const skip = titled(test.serial.skip)
const before = (hook: Run) => void hooks.push(hook)

export default Object.assign(titled(test.serial), {
  skip,
  before,
  serial: Object.assign(titled(test.serial), { skip }),
})
