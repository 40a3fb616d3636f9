/**
 * Breaks of the contract that were agreed with its users: the report shows them, and they do not fail the comparison.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Finding } from './judge.ts'

export type Waiver = {
  /** The release whose promise is broken. */
  since: string
  /** As the report prints it. */
  pointer: string
  reason: string
  /** ISO date of the agreement. */
  date: string
  agreedBy: string
}

const members = ['since', 'pointer', 'reason', 'date', 'agreedBy'] as const

export const waiverFile = join(import.meta.dirname, 'waivers.yaml')

/**
 * Reads the waivers for breaks since a release. @throws Error in one line if a waiver lacks a member or has an invalid
 * date
 */
export function readWaivers(since: string, file = waiverFile): Waiver[] {
  const all = (parse(readFileSync(file, 'utf8')) ?? []) as Partial<Waiver>[]
  const whole = all.map((waiver, index): Waiver => {
    const missing = members.filter((member) => typeof waiver[member] !== 'string' || waiver[member] === '')
    if (missing.length > 0) throw new Error(`waiver ${index + 1} in ${file} needs a text for ${missing.join(', ')}.`)
    if (!/^\d{4}-\d\d-\d\d$/.test(waiver.date as string))
      throw new Error(`waiver ${index + 1} in ${file} has the date "${waiver.date}": give it as YYYY-MM-DD.`)
    return waiver as Waiver
  })
  return whole.filter((waiver) => waiver.since === since)
}

/** Splits breaking findings into waived and unwaived ones; `unused` are waivers without a matching finding. */
export function waive(
  breaking: Finding[],
  waivers: Waiver[],
): { waived: [Finding, Waiver][]; refused: Finding[]; unused: Waiver[] } {
  const waiverOf = ({ pointer }: Finding) => waivers.find((waiver) => waiver.pointer === pointer)
  const waived = breaking.flatMap((finding): [Finding, Waiver][] => {
    const waiver = waiverOf(finding)
    return waiver ? [[finding, waiver]] : []
  })
  const used = new Set(waived.map(([, waiver]) => waiver))
  return {
    waived,
    refused: breaking.filter((finding) => !waiverOf(finding)),
    unused: waivers.filter((waiver) => !used.has(waiver)),
  }
}
