/** A clock that stands still until a test moves it. */
import type { Clock } from '../../../src/kit/time.ts'

export class HandClock implements Clock {
  instant = Date.now()
  now(): number {
    return this.instant
  }
  ago(ms: number): number {
    return this.instant - ms
  }
}
