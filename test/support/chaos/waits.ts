/** The waits of the chaos suite: each has an end, and says then what it waited for, so that a hang names itself. */
import { setTimeout as delay } from 'node:timers/promises'

/** Far more than anything takes that is right, on a busy machine too; less than ava's patience of two minutes. */
const waitMs = 60_000
const pollMs = 20

/** @throws Error that names `what` where `work` has not ended in time */
export function within<T>(what: string, work: Promise<T>, timeoutMs: number = waitMs): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooLate(what, timeoutMs)), timeoutMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** Looks again and again until it is so. @throws Error that names `what` where that takes too long */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitMs
  while (!(await within(what, Promise.resolve(isSo())))) {
    if (performance.now() > deadline) throw tooLate(what, waitMs)
    await delay(pollMs)
  }
}

function tooLate(what: string, timeoutMs: number): Error {
  return new Error(`waited ${timeoutMs / 1000} s in vain: ${what}`)
}
