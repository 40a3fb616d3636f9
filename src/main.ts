/**
 * The command line of the server: settings in, a running server, and signals that end it.
 *
 * People read standard output, machines the log on standard error. A start that fails says in one line what and what
 * to do, and exits with 1.
 */
import { ConfigError, helpText, readConfig } from './kit/config.ts'
import { createLog } from './kit/log.ts'

/** npm passes one Ctrl-C on twice; only a second signal that comes later than this is meant as one. */
const repeatedSignalMs = 1_000

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (argv.includes('--help')) return console.log(helpText())
  const config = readConfig(process.env, argv)
  // Loaded once the settings are known to be good: a wrong one is answered at once.
  const { startServer } = await import('./app/server.ts')
  const server = await startServer(config, createLog(config.logLevel))
  endOnSignals(server.stop)
  const { welcome } = await import('./app/welcome.ts')
  const text = config.databaseUrl === null && server.url !== null ? await welcome(server.services, server.url) : null
  if (text) console.clear()
  console.log(text ?? `Candidate Screening Service is ready: ${server.url ?? 'worker'}, health on ${server.adminUrl}`)
}

function endOnSignals(stop: () => Promise<void>): void {
  let first: number | undefined
  const end = () => {
    const now = performance.now()
    if (first !== undefined && now - first > repeatedSignalMs) process.exit(1)
    if (first !== undefined) return
    first = now
    console.log('Finishing what is in work; a second signal ends it at once.')
    void stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

main().catch((error: unknown) => {
  const lines = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) console.error(line)
  process.exit(1)
})
