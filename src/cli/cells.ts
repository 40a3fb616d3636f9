/** `partners move` and `partners purge`. */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { openData } from '../app/open-data.ts'
import { movePartner } from '../features/cells/move.ts'
import { purgePartner } from '../features/cells/purge.ts'
import { checkProxies, writeRoutes, type Proxies } from '../features/cells/routes.ts'
import { linkTagOf } from '../features/scoring/report/links.ts'
import { readConfig } from '../kit/config.ts'
import { SECOND } from '../kit/time.ts'
import { listKeyHashes } from '../tables/api-keys.ts'
import { readArguments, type Command, type CommandContext } from './command.ts'

const pauseSecondsByDefault = '5'
/**
 * The maximum difference between the clocks of the two databases. Ids contain times, so with a larger difference, a
 * reader of the event feed could miss an event.
 */
const skewMsMax = 5 * SECOND
/**
 * The time after which all servers know that a partner is moving. Each server reads every second which partners are
 * moving.
 */
const noticeMs = 3 * SECOND
const drainMs = 30 * SECOND

export const cellCommands: Record<string, Command> = {
  'partners move': {
    usage: 'NAME --to CELL --settings FILE --map FILE [--proxies HOST:PORT,…] [--pause 5]',
    help: 'move a partner to another cell, whose settings are in FILE, or finish a move; run it in the cell that it leaves',
    example: 'acme-ats --to b --settings b.env --map /etc/haproxy/cells.map --proxies 10.0.0.1:9999,10.0.0.2:9999',
    read(argv) {
      const { words, options } = readArguments(argv, ['NAME'], ['to', 'settings', 'map'], ['proxies', 'pause'])
      const { to, settings, map: file, pause = pauseSecondsByDefault } = options
      if (!/^[1-9]\d{0,3}$/.test(pause)) throw new Error(`--pause is "${pause}": give seconds from 1 to 9999`)
      const proxies = { file, proxies: options.proxies?.split(',') ?? [] } as Proxies
      return async (context) => {
        const other = await openOther(context, to as string, settings as string)
        try {
          await checkProxies(proxies)
          const { database, clock, cell, say } = context
          const route = async (partnerId: string) =>
            writeRoutes(proxies, [...(await listKeyHashes(database, partnerId)), linkTagOf(partnerId)], to as string)
          const terms = {
            from: nameOf(cell),
            to: to as string,
            other,
            pauseMs: Number(pause) * SECOND,
            noticeMs,
            drainMs,
            route,
            say,
          }
          const moved = await movePartner({ database, clock, ...terms }, words[0] as string)
          return { partner: words[0], cell: to, ...moved }
        } finally {
          await other.close()
        }
      }
    },
  },
  'partners purge': {
    usage: 'NAME',
    help: 'delete the copy of a partner that a move has left in this cell; run it two minutes after the move',
    example: 'acme-ats',
    read(argv) {
      const [name] = readArguments(argv, ['NAME']).words as [string]
      return async (context) => ({ partner: name, rows: await purgePartner(context, name) })
    },
  },
}

/** Returns the name that routes use for a cell; `default` for the cell without the setting CELL. */
function nameOf(cell: string | null): string {
  return cell ?? 'default'
}

/**
 * Opens the database of the other cell. `settings`: the path of the file with that cell's settings. @throws Error with
 * a message for the operator if partners cannot move there
 */
async function openOther(context: CommandContext, to: string, settings: string) {
  const config = readConfig(parseEnv(readFileSync(settings, 'utf8')), [])
  if (nameOf(config.cell) !== to)
    throw new Error(`${settings} contains the settings of cell ${nameOf(config.cell)}, not of ${to}`)
  if (config.cell === context.cell)
    throw new Error(`this is cell ${to}: run the command in the cell that the partner leaves`)
  const { database, secretKeys } = await openData(config, false)
  const refuse = async (message: string) => {
    await database.close()
    throw new Error(message)
  }
  if (database.dialect !== context.database.dialect)
    await refuse(
      'one cell has an embedded database and the other does not: a partner can only move between cells of one kind',
    )
  if (!context.secretKeys.every((key) => secretKeys.some((other) => other.equals(key))))
    await refuse(
      `${settings} lacks a secret key of this cell: add this cell's SECRET_KEY to the SECRET_KEYS of cell ${to}, and restart its servers`,
    )
  const skewMs = Math.abs((await database.now()) - (await context.database.now()))
  if (skewMs > skewMsMax) await refuse(`the clocks of the two databases differ by ${skewMs} ms: synchronize them first`)
  return database
}
