/** A process detects that it was stopped, and does not mistake being busy or idle for a stop. */
import test from 'ava'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

const program = `
  import { monotonicMs } from ${JSON.stringify(new URL('../../../src/kit/time.ts', import.meta.url).href)}
  import { watchForStandstill } from ${JSON.stringify(new URL('../../../src/platform/reading/standstill.ts', import.meta.url).href)}
  const standstill = watchForStandstill({ lookMs: 50, longestMs: 1_000 })
  const beganAt = monotonicMs()
  process.stdin.on('data', () => console.log(standstill.since(beganAt) + ' ' + standstill.since(monotonicMs() + 1)))
  process.stdin.on('end', () => standstill.close())
  console.log('watches')
`

test('after a pause the process reports it for times before the pause, and not for times after it', async (t) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const said = async () => (await lines.next()).value as string
  const ask = () => {
    child.stdin.write('?')
    return said()
  }
  t.is(await said(), 'watches')
  await delay(200)
  t.is(await ask(), 'false false')
  child.kill('SIGSTOP')
  await delay(2_000)
  child.kill('SIGCONT')
  t.is(await ask(), 'true false')
  const exit = once(child, 'exit')
  child.stdin.end()
  t.deepEqual(await exit, [0, null], 'the detection does not keep the process running')
})
