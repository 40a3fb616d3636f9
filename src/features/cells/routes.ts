/**
 * Writes the routes of partners that have moved: lines `<hash of a key, or tag of a link> <cell>` in an HAProxy map
 * file. A request whose key has no line goes to the cell whose name is part of the key.
 *
 * A proxy reads the file when it starts; a running proxy gets the lines through its runtime API. Writing the same
 * routes again does no harm.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { SECOND } from '../../kit/time.ts'

/** `proxies`: the addresses of runtime APIs, `host:port` or the path of a socket. */
export type Proxies = { file: string; proxies: readonly string[] }

const answerTimeoutMs = 5 * SECOND

/**
 * Makes all proxies send requests with these keys and links to the cell. `names`: key hashes and link tags. @throws
 * Error with the address of a proxy that did not answer or refused a route
 */
export async function writeRoutes({ file, proxies }: Proxies, names: readonly string[], cell: string): Promise<void> {
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const others = known.filter((line) => line !== '' && !names.includes(line.split(' ')[0] as string))
  // The file is replaced by renaming, because a proxy refuses to start if a line is incomplete.
  writeFileSync(`${file}.new`, [...others, ...names.map((name) => `${name} ${cell}`), ''].join('\n'))
  renameSync(`${file}.new`, file)
  for (const proxy of proxies) for (const name of names) await setRoute(proxy, file, name, cell)
}

async function setRoute(proxy: string, file: string, name: string, cell: string): Promise<void> {
  const changed = await ask(proxy, `set map ${file} ${name} ${cell}`)
  const answer = changed.includes('not found') ? await ask(proxy, `add map ${file} ${name} ${cell}`) : changed
  if (answer.trim() !== '') throw new Error(`the proxy at ${proxy} refused a route: ${answer.trim()}`)
}

/** Checks that every proxy answers and uses the file as a map. @throws Error if a proxy does not */
export async function checkProxies({ file, proxies }: Proxies): Promise<void> {
  for (const proxy of proxies) {
    const answer = await ask(proxy, 'show map')
    if (!answer.includes(`(${file})`))
      throw new Error(`the proxy at ${proxy} has no map ${file}: give --map the path in its configuration`)
  }
}

/** Sends one command to a runtime API, and returns its answer. */
async function ask(proxy: string, command: string): Promise<string> {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(proxy) ?? []
  const socket = host ? connect(Number(port), host) : connect(proxy)
  socket.setTimeout(answerTimeoutMs, () => socket.destroy(new Error('it did not answer')))
  try {
    socket.end(`${command}\n`)
    return await text(socket)
  } catch (error) {
    throw new Error(`the proxy at ${proxy} cannot be reached (${(error as Error).message})`, { cause: error })
  }
}
