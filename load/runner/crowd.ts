/**
 * Acts as the other partner in `load/neighbours.ts`: within its limits, it sends the requests that cost the service
 * most.
 *
 * Opens and closes its own connections.
 */
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { largeCriteria, largeJobs, largePath, openDeaf } from '../../test/tools/fakes/deaf-caller.ts'
import { hours, neighbour, other } from '../lib/neighbourhood.ts'
import type { PlannedTenant } from '../lib/plan.ts'
import type { Seen } from '../verdict/neighbours.ts'
import type { Client } from './client.ts'
import type { Stage } from './stage.ts'

/** The partner's limit, in requests per second. */
const requestsPerSecond = 60
const askingMs = 20_000
/** How long to wait after the last request until the service has closed the unread connections. */
const patienceMs = 40_000
const closingMs = 1_000
const readingMs = 18_000
/** How long jobs with files on the slow host run before the neighbour's jobs are measured. */
const headStartMs = 500
const [batches, batchSize, rounds] = [4, 80, 3]

export type Crowd = {
  /** Called when a part of the scenario begins. */
  begin: (hour: string) => void
  /** Resolves to the observations when all parts have ended. @throws CouldNotRun */
  seen: () => Promise<Seen>
}

type Place = { stage: Stage; clients: Client[]; tenants: PlannedTenant[][]; runStartedAt: number }

/** Creates criteria whose responses are large, and returns the functions that act as the other partner. */
export async function createHeavyPartner({ stage, clients, tenants, runStartedAt }: Place): Promise<Crowd> {
  const [{ tenant }] = tenants[other] as [PlannedTenant]
  const crowd = clients[other] as Client
  for (const jobId of largeJobs) await crowd('replaceCriteria', { tenant, jobId }, { criteria: largeCriteria })
  const headers = { Authorization: `Bearer ${stage.keys[other]}`, 'X-Tenant-Id': tenant }
  const url = stage.urls[0] as string
  const secondsNow = () => (performance.now() - runStartedAt) / 1_000
  const seen: Seen = { deaf: { from: 0, to: 0, asked: 0, unclosed: 0 }, aloneMs: [], besideMs: [] }

  const timeJobs = (name: string) => timeJobsOf(stage, clients[neighbour] as Client, tenants[neighbour]!, name)
  const parts: Record<string, () => Promise<void>> = {
    [hours.alone]: async () => {
      await timeJobs('first')
      seen.aloneMs = await timeJobs('alone')
    },
    [hours.unread]: async () => {
      const from = secondsNow()
      const counted = await askDeaf(url, headers)
      seen.deaf = { from, to: secondsNow(), ...counted }
    },
    [hours.read]: () => askAll(url, headers),
    [hours.slowHost]: async () => {
      // Warm up first: a process that has read no file for a while must reload its readers, which is not this partner's
      // fault.
      await timeJobs('before')
      await submitMany(stage, crowd, tenant)
      await delay(headStartMs)
      seen.besideMs = await timeJobs('beside')
    },
  }
  const begun: Promise<void>[] = []
  return {
    begin(hour) {
      const part = parts[hour]?.()
      if (part === undefined) return
      part.catch(() => {}) // the caller of `seen` gets this error
      begun.push(part)
    },
    seen: async () => {
      await Promise.all(begun)
      stage.hosts?.recover()
      return seen
    },
  }
}

type Headers = Record<string, string>

/** Sends requests on connections that are never read, and counts those that the service leaves open. */
async function askDeaf(url: string, headers: Headers): Promise<{ asked: number; unclosed: number }> {
  const open = new Set<Socket>()
  const count = (requestsPerSecond * askingMs) / 1_000
  for (let number = 0; number < count; number += 1) {
    const socket = openDeaf(url, largePath, headers)
    open.add(socket.on('close', () => open.delete(socket)))
    await delay(1_000 / requestsPerSecond)
  }
  await delay(patienceMs)
  // Read once at the end, because a client that never reads does not notice a closed connection.
  for (const socket of open) socket.resume()
  await delay(closingMs)
  const unclosed = open.size
  for (const socket of open) socket.destroy()
  return { asked: count, unclosed }
}

/** Sends requests at the limit, and reads each response as fast as it arrives. */
async function askAll(url: string, headers: Headers): Promise<void> {
  const answers: Promise<unknown>[] = []
  const ask = () => fetch(url + largePath, { headers }).then((answer) => answer.arrayBuffer())
  for (const until = performance.now() + readingMs; performance.now() < until; await delay(1_000 / requestsPerSecond))
    answers.push(ask().catch(() => null))
  await Promise.all(answers)
}

async function submitMany({ hosts }: Stage, crowd: Client, tenant: string): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1)
    await crowd(
      'submitScoringBatch',
      { tenant, jobId: largeJobs[0] },
      {
        applications: Array.from({ length: batchSize }, (_, index) => ({
          ...{ applicationId: `many-${batch}-${index}`, resumeUrl: hosts?.slowUrl },
        })),
      },
    )
}

/** The durations of consecutive scoring jobs, from submission to end, in ms. */
async function timeJobsOf({ hosts }: Stage, client: Client, tenants: PlannedTenant[], name: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { tenant, job: jobId } = tenants[round % tenants.length] as PlannedTenant
    const from = performance.now()
    const values = { tenant, jobId, applicationId: `${name}-${round}` }
    const { scoringJobId } = await client('submitScoringJob', values, { resumeUrl: hosts?.url })
    await client('getScoringJob', { ...values, scoringJobId, prefer: 'wait=25' })
    times.push(performance.now() - from)
  }
  return times
}
