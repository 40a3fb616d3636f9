/** ava's `test` for several files that share a thread: titles begin with the file, and tests run one by one. */
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
