/**
 * Runs the rounds of a row of the table. The systems take turns in a fixed order, so that no system is measured
 * directly after itself and slowed down by its own pending work. Without this rule, one of two equal systems was 10 %
 * slower.
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
  /** The maximum number of rounds, for a row whose rounds take minutes. */
  roundsMax?: number
}

/** A row with one measurement that is taken on every system. */
export type MeasuredRow = Common & {
  measure: (system: System, outdoors: Outdoors) => Promise<Sample>
  /** Measures our own service under another condition, in the same round. */
  versus?: MeasuredRow['measure']
  /** Called for each system before the first round. */
  prepare?: (system: System, stage: Stage) => Promise<void>
  /** False if no peer supports this measurement. */
  hasPeer: boolean
  /** Whether lower is better. */
  isLatency?: boolean
}

/** A row that is measured on a single system, or that starts its own systems. */
export type OwnRow = Common & { round: (stage: Stage) => Promise<Round> }

export type Row = MeasuredRow | OwnRow

/**
 * A pause after each system, so that its remaining confirms, deferred work and flushes do not slow down the next one.
 */
const restMs = 200

/** Runs one round of a row. */
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
