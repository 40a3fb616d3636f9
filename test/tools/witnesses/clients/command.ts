/**
 * Checks that the contract supports generated clients: each compiles without changes, performs the main flow with our
 * server, and performs it again when responses contain a later version's members and values.
 *
 *     node test/tools/witnesses/clients/command.ts            all clients
 *     node test/tools/witnesses/clients/command.ts java       the clients whose name contains this word
 *
 * Exits with 0 if all clients pass, 1 if one fails, 2 if a tool is missing on this machine.
 */
import { MissingTool, run } from '../tools.ts'
import { startSubject } from '../server.ts'
import { startAddingProxy } from './adding-proxy.ts'
import { kinds, type Flow } from './kinds.ts'

/** Prints one line per result. A failure's complete output goes to standard error. */
const say = (name: string, what: string) => console.log(`${name.padEnd(36)}${what}`)

/** Tries one client. @returns its exit code */
async function tryClient(name: string, prepare: () => Promise<Flow>, places: Record<string, string>, key: string) {
  try {
    const { program, words, cwd, env } = await prepare()
    for (const [place, url] of Object.entries(places)) {
      const job = `${name} ${place}`.replaceAll(' ', '-')
      await run(program, words, { cwd, env: { ...env, BASE_URL: url, API_KEY: key, JOB: job } })
    }
    say(name, 'compiles, works, and bears additions')
    return 0
  } catch (error) {
    if (error instanceof MissingTool) {
      say(name, `not tried: ${error.message}`)
      return 2
    }
    say(name, 'FAILED')
    console.error((error as Error).message)
    return 1
  }
}

const words = process.argv.slice(2)
const chosen = Object.entries(kinds).filter(([name]) => words.every((word) => name.includes(word)))
const subject = await startSubject()
const proxy = await startAddingProxy(subject.url)
const codes: number[] = []
for (const [name, prepare] of chosen)
  codes.push(await tryClient(name, prepare, { server: subject.url, proxy: proxy.url }, subject.key))
await proxy.stop()
await subject.stop()
process.exitCode = codes.includes(1) ? 1 : Math.max(...codes)
