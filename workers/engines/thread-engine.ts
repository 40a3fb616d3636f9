/**
 * Provides the engine of this thread, which the settings of the thread pool select.
 *
 * Loads only that engine, so that the embedded engine runs without a provider's package.
 */
import { workerData } from 'node:worker_threads'
import type { EngineSettings } from '../../src/kit/engine-identity.ts'
import type { WorkerData } from '../tasks.ts'
import type { Engine } from '../engine.ts'

/** Loads the engine that the settings select. */
export async function loadEngine(settings: EngineSettings): Promise<Engine> {
  if (settings.name === 'groq') return (await import('./groq/engine.ts')).groqEngine(settings)
  return (await import('./embedded/engine.ts')).embeddedEngine
}

let chosen: Promise<Engine> | undefined

/** Returns this thread's engine, which is loaded for its first task. The settings arrive once, as `workerData`. */
export function threadEngine(): Promise<Engine> {
  chosen ??= loadEngine((workerData as WorkerData).engine)
  return chosen
}
