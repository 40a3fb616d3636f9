/**
 * The engine that the service runs, and the identity that it has in verdict hashes, in audits and on generated
 * criteria.
 *
 * Engine versions are raised only here. This module must never import an engine, because the server needs the identity
 * before it starts a thread.
 */

/**
 * The engine to run; each thread receives it once, as part of its `workerData`. `serviceTier`: the provider's queue for
 * the calls.
 */
export type EngineSettings =
  | { name: 'embedded' }
  | { name: 'groq'; apiKey: string; baseUrl: string | null; model: string; serviceTier?: string | null }

/** The origin of a verdict or a criterion. `sandbox` means the server's own fixtures. */
export type EngineIdentity = { engine: 'embedded' | 'groq' | 'sandbox'; model: string; promptVersion: string }

/**
 * The identity of the embedded engine. Verdicts are stored under a hash that includes it, so raise the number of its
 * model with any change that can change a verdict.
 */
const embedded = { engine: 'embedded', model: 'embedded-20', promptVersion: '1' } as const

/** Raise this with every change to a prompt, a schema or a sampling setting. */
const groqPromptVersion = '6'

/** Returns the identity of the engine that these settings select. */
export function engineIdentity(settings: EngineSettings): EngineIdentity {
  if (settings.name === 'embedded') return embedded
  return { engine: 'groq', model: settings.model, promptVersion: groqPromptVersion }
}
