/**
 * What a row of the table is, and how its rounds go: the systems take turns in one order. So where there are several,
 * none is measured right after itself and pays for what it left behind: of two equal ones, one came out slower by a tenth.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Line, Sample, Side } from '../results.ts'
import type { Stage, StageName } from '../stages.ts'
import type { Outdoors, System } from '../systems.ts'

export type Round = Partial<Record<Side, Sample>>

type Common = {
  name: string
  stage: StageName
  lines: Line[]
  /** Fewer than the others, where a round takes minutes. */
  roundsMax?: number
}

/** The same measure of each system. */
export type MeasuredRow = Common & {
  measure: (system: System, outdoors: Outdoors) => Promise<Sample>
  /** Our own service under another condition, in the same round. */
  versus?: MeasuredRow['measure']
  /** Before the first round, for each system. */
  prepare?: (system: System, stage: Stage) => Promise<void>
  /** False: no peer does this. */
  hasPeer: boolean
  /** Whether less is better. */
  isLatency?: boolean
}

/** For what one system alone can say, or what needs systems of its own. */
export type OwnRow = Common & { round: (stage: Stage) => Promise<Round> }

export type Row = MeasuredRow | OwnRow

/** What rests after a system was measured: its confirms, rings and flushes belong to it and not to the next. */
const restMs = 200

/** One round of a row. */
export async function runRound(row: Row, stage: Stage): Promise<Round> {
  if ('round' in row) return row.round(stage)
  const { ours, peer, before, versus } = stage.systems
  const sides: [Side, () => Promise<Sample>][] = [['ours', () => row.measure(ours, stage.outdoors)]]
  if (peer && row.hasPeer) sides.push(['peer', () => row.measure(peer, stage.outdoors)])
  if (before) sides.push(['before', () => row.measure(before, stage.outdoors)])
  if (versus) sides.push(['versus', () => row.measure(versus, stage.outdoors)])
  else if (row.versus) {
    const { versus: otherwise } = row
    sides.push(['versus', () => otherwise(ours, stage.outdoors)])
  }
  const round: Round = {}
  for (const [side, measure] of sides) {
    round[side] = await measure()
    await delay(restMs)
  }
  return round
}
