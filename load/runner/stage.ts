/**
 * The servers of a run: one process on the embedded database, several over MariaDB, RabbitMQ and Redis, or a remote
 * server.
 *
 * Manages the processes and data of the run, and removes them. It also starts the external parts: a receiver of
 * webhooks and, for `limits`, a slow model, so that slots are occupied long enough to be counted.
 */
import { good, slow, startFakeGroq } from '../../test/tools/fakes/groq.ts'
import { isNewest } from '../../test/tools/services/packages.ts'
import { root } from '../bench/checkouts.ts'
import { placeInFile, placeOnServices, type Place } from '../bench/places.ts'
import { firstMatch, launch, runCli, type Process } from '../bench/processes.ts'
import { CouldNotRun } from './could-not-run.ts'
import { startHosts, type Hosts } from './hosts.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import type { Backend } from './settings.ts'

export type Stage = {
  name: string
  urls: string[]
  adminUrls: string[]
  processes: Process[]
  /** The API keys of the partners, by the partner's number. */
  keys: string[]
  /** The receiver of webhooks; null for a remote server, which could not reach it. */
  receiver: Receiver | null
  /** Null for a remote server. */
  hosts: Hosts | null
  /** The minimum duration of a generation in milliseconds; null if unknown. */
  generationMs: number | null
  close: () => Promise<void>
}

export type Cast = {
  /** Settings of a stage for `limits`. */
  isForLimits: boolean
  partners: number
  /** The partners with this number and higher numbers have raised limits. */
  wideFrom: number
  port: number
}

const engines = isNewest ? 'MySQL 9, RabbitMQ 4, Redis 8' : 'MariaDB, RabbitMQ, Redis'

/**
 * The duration of a call to the slow model: much longer than the longest burst of requests, but short enough for a few
 * rounds in 20 s.
 */
const slowModelMs = 4_000
const readyLine = /is ready: (\S+), health on (\S+)/

/** @throws CouldNotRun with the message of the process that did not start */
export async function startStage(backend: Backend, cast: Cast): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const place = backend === 'services' ? await placeOnServices() : placeInFile()
    undo.push(place.remove)
    const receiver = await startReceiver()
    undo.push(receiver.close)
    const hosts = await startHosts()
    undo.push(hosts.close)
    const allowed = [receiver.pair, ...hosts.pairs].join()
    const settings = { ...place.settings, LOG_LEVEL: 'error', OUTBOUND_ALLOW: allowed }
    const keys = makePartners(place, cast)
    const model = cast.isForLimits ? await startSlowModel(undo) : {}
    const start = (name: string, role: string, port = 0) =>
      startProcess(name, role, { ...settings, ...model, PORT: `${port}`, ADMIN_PORT: '0' }, undo)
    const isOne = backend === 'embedded'
    const [apis, workers] = isOne ? [1, 0] : cast.isForLimits ? [3, 1] : [2, 2]
    // Start the processes one after the other: the first one migrates the database, and on two cores a parallel start
    // is no faster.
    const started: Started[] = []
    for (let number = 1; number <= apis; number += 1)
      started.push(await start(`api ${number}`, isOne ? 'all' : 'api', number === 1 ? cast.port : 0))
    for (let number = 1; number <= workers; number += 1) started.push(await start(`worker ${number}`, 'worker'))
    return {
      name: isOne
        ? 'one process, embedded'
        : `${apis} APIs and ${workers} worker${workers > 1 ? 's' : ''} on ${engines}`,
      urls: started.map(({ url }) => url).filter((url) => url !== 'worker'),
      adminUrls: started.map(({ adminUrl }) => adminUrl),
      processes: started.map(({ process }) => process),
      ...{ keys, receiver, hosts, close },
      generationMs: cast.isForLimits ? slowModelMs : null,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Started = { process: Process; url: string; adminUrl: string }

async function startProcess(
  name: string,
  role: string,
  env: Record<string, string>,
  undo: (() => Promise<unknown>)[],
): Promise<Started> {
  const process = launch({ name, file: 'src/main.ts', args: ['--role', role], env })
  undo.push(() => process.stop())
  const [, url = '', adminUrl = ''] = await firstMatch(process, readyLine).catch((error: Error) => {
    throw new CouldNotRun(process.tail() || error.message)
  })
  return { process, url, adminUrl }
}

function makePartners({ settings }: Place, { partners, wideFrom }: Cast): string[] {
  const cli = (...argv: string[]) => JSON.parse(runCli(root, settings, ...argv))
  return Array.from({ length: partners }, (_, number) => {
    const name = `load-${number}`
    cli('partners', 'create', name)
    if (number >= wideFrom) {
      const [{ limits }] = cli('partners', 'list') as [{ limits: Record<string, number> }]
      cli('partners', 'set-limits', name, ...Object.keys(limits).map((limit) => `${limit}=1000000`))
    }
    return (cli('keys', 'create', '--partner', name, '--environment', 'sandbox') as { key: string }).key
  })
}

async function startSlowModel(undo: (() => Promise<unknown>)[]): Promise<Record<string, string>> {
  const model = await startFakeGroq()
  undo.push(model.close)
  model.otherwise(slow(slowModelMs, good))
  return { GROQ_API_KEY: 'gsk_load', GROQ_BASE_URL: model.url }
}

/** Returns the stage for a server that the run did not start. */
export function remoteStage(base: string, keys: string[]): Stage {
  return {
    ...{ name: base, urls: [base], adminUrls: [], processes: [], keys },
    ...{ receiver: null, hosts: null, generationMs: null },
    close: async () => {},
  }
}
