/**
 * The server's command line: reads the settings, starts the server, and stops it on signals.
 *
 * Standard output is for people; the log, on standard error, is for machines. A start that fails prints one line with
 * the problem and its fix, and exits with code 1.
 */
import { ConfigError, readConfig } from './kit/config.ts'
import { helpText } from './kit/settings.ts'
import { createLog } from './kit/log.ts'
import { withSecretFiles } from './platform/secret-files.ts'

/** npm forwards one Ctrl-C twice, so a second signal within this time is treated as the same Ctrl-C. */
const repeatedSignalMs = 1_000

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (argv.includes('--help')) return console.log(helpText())
  const config = readConfig(withSecretFiles(process.env), argv)
  // Loaded after the settings are checked, so that a wrong setting is reported immediately.
  const { startServer } = await import('./app/server.ts')
  const { loadContract } = await import('./platform/contract/contract.ts')
  const server = await startServer(config, createLog(config.logLevel, loadContract().sensitive))
  endOnSignals(server.stop)
  const { welcome } = await import('./app/welcome.ts')
  const text =
    config.databaseUrl === null && server.url !== null
      ? await welcome(server.services, server.url, settingsBefore(process.env))
      : null
  if (text) console.clear()
  console.log(text ?? `Candidate Screening Service is ready: ${server.url ?? 'worker'}, health on ${server.adminUrl}`)
}

/** Returns the settings that a command needs to use the same data, as a shell prefix; empty with the default folder. */
function settingsBefore({ DATA_DIR }: NodeJS.ProcessEnv): string {
  return DATA_DIR ? `DATA_DIR='${DATA_DIR.replaceAll("'", String.raw`'\''`)}' ` : ''
}

function endOnSignals(stop: () => Promise<void>): void {
  let first: number | undefined
  const end = () => {
    const now = performance.now()
    if (first !== undefined && now - first > repeatedSignalMs) process.exit(1)
    if (first !== undefined) return
    first = now
    console.log('Finishing the work in progress. A second signal stops the server immediately.')
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
