/**
 * Defines which engine the service runs, and how the engine is identified in verdict hashes, in audits and on generated
 * criteria.
 *
 * All version numbers of engines are in this file. It must never import an engine, because the server needs the
 * identity before it starts a thread.
 */

/**
 * The engine to run. Each thread receives it once, as part of its `workerData`. `serviceTier`: the provider's service
 * tier for calls, such as `flex`.
 */
export type EngineSettings =
  | { name: 'embedded' }
  | { name: 'groq'; apiKey: string; baseUrl: string | null; model: string; serviceTier?: string | null }

/** The origin of a verdict or a criterion. `sandbox` means the server's own fixtures. */
export type EngineIdentity = { engine: 'embedded' | 'groq' | 'sandbox'; model: string; promptVersion: string }

/**
 * Raise the number in `model` with every change that can alter a verdict. Stored verdicts are looked up by a hash that
 * includes this identity.
 */
const embedded = { engine: 'embedded', model: 'embedded-21', promptVersion: '1' } as const

/** Raise this with every change to a prompt, a schema or a sampling setting. */
const groqPromptVersion = '6'

/** Returns the identity of the engine that these settings select. */
export function engineIdentity(settings: EngineSettings): EngineIdentity {
  if (settings.name === 'embedded') return embedded
  return { engine: 'groq', model: settings.model, promptVersion: groqPromptVersion }
}
