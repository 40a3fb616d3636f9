/**
 * ava's `test` for several files that share a thread: each title begins with the file's name, and tests run one after
 * the other.
 */
import test from 'ava'
import { declared } from './declared.ts'

const file = new URL(import.meta.url).searchParams.get('file') as string
type Declare = (title: string, ...rest: unknown[]) => void

const titled =
  (declare: unknown): Declare =>
  (title, ...rest) =>
    void declared.push(() => (declare as Declare)(`${file} › ${title}`, ...rest))

const skip = titled(test.serial.skip)

export default Object.assign(titled(test.serial), { skip, serial: Object.assign(titled(test.serial), { skip }) })
