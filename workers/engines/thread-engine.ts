/**
 * The one engine of this thread, chosen by the settings that the pool gave it.
 *
 * Must never load the engine that was not chosen: the embedded one needs no provider's package.
 */
import { workerData } from 'node:worker_threads'
import type { EngineSettings } from '../../src/kit/engine-identity.ts'
import type { WorkerData } from '../tasks.ts'
import type { Engine } from '../engine.ts'

/** The engine that the settings name. */
export async function loadEngine(settings: EngineSettings): Promise<Engine> {
  if (settings.name === 'groq') return (await import('./groq/engine.ts')).groqEngine(settings)
  return (await import('./embedded/engine.ts')).embeddedEngine
}

let chosen: Promise<Engine> | undefined

/** This thread's engine, loaded when its first task asks; the settings come once, as `workerData`. */
export function threadEngine(): Promise<Engine> {
  chosen ??= loadEngine((workerData as WorkerData).engine)
  return chosen
}
