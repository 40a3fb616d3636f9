/** A clock that is stopped until a test moves it. */
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
