/** HAProxy in front of a test's cells, with the configuration file that operators get. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import { until } from '../../tools/until.ts'
import { freePort, privateFolder } from '../../tools/services/process.ts'

export type CellsProxy = {
  url: string
  /** The file that lists the partners that have moved. */
  map: string
  /** The socket for HAProxy's runtime API. */
  socket: string
  /** Sends a command to the runtime API, and returns its output. */
  command(line: string): Promise<string>
}

/**
 * Starts `program`, which is HAProxy, in front of these cells, and ends it when the test ends. `cells` has the address
 * of each cell's API by the cell's name.
 */
export async function startProxy(
  t: ExecutionContext,
  program: string,
  cells: Record<string, string>,
): Promise<CellsProxy> {
  const folder = privateFolder(t)
  const [map, socket, file] = ['cells.map', 'cells.sock', 'haproxy.cfg'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const port = await freePort()
  writeFileSync(map, '')
  writeFileSync(file, configurationOf({ map, socket, listen: `127.0.0.1:${port}` }, cells))
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  const said = text(child.stderr)
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy finds every cell ready', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}: ${await said}`)
    const states = await command(socket, 'show stat').catch(() => '')
    return Object.keys(cells).every((name) => new RegExp(`^cell_${name},BACKEND,.*,UP,`, 'm').test(states))
  })
  return { url, map, socket, command: (line) => command(socket, line) }
}

/** Returns `load/ops/haproxy-cells.cfg` with paths and an address of this machine, and with one server in each cell. */
export function configurationOf(
  { map, socket, listen }: { map: string; socket: string; listen: string },
  cells: Record<string, string>,
): string {
  const written = readFileSync(join(import.meta.dirname, '../../../load/ops/haproxy-cells.cfg'), 'utf8')
  const [front = '', ...backends] = written
    .replaceAll('/etc/haproxy/cells.map', map)
    .replace('/run/haproxy/cells.sock', socket)
    .replace('bind :8443', `bind ${listen}`)
    .split(/^(?=backend )/m)
  return [
    front,
    ...Object.entries(cells).map(([name, url]) => {
      const backend = backends.find((section) => section.startsWith(`backend cell_${name}\n`))
      if (!backend) throw new Error(`haproxy-cells.cfg has no backend for the cell ${name}`)
      return `${backend.replaceAll(/^ +server .*\n/gm, '')}  server api1 ${new URL(url).host}\n`
    }),
  ].join('\n')
}

async function command(socket: string, line: string): Promise<string> {
  const link = connect(socket)
  await once(link, 'connect')
  link.end(`${line}\n`)
  return text(link)
}
