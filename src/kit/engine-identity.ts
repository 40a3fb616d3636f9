/**
 * The engine that the service runs, and its name in verdict keys, in the audit and on generated criteria.
 *
 * The only place to raise a version. Must never import an engine: the server needs the identity before it starts a
 * thread.
 */

/**
 * The engine to run; each thread receives it once, as part of its `workerData`. `serviceTier`: the provider's queue for
 * the calls.
 */
export type EngineSettings =
  | { name: 'embedded' }
  | { name: 'groq'; apiKey: string; baseUrl: string | null; model: string; serviceTier?: string | null }

/** The origin of a verdict or a criterion. `sandbox` stands for the server's own fixtures. */
export type EngineIdentity = { engine: 'embedded' | 'groq' | 'sandbox'; model: string; promptVersion: string }

/**
 * Verdicts are stored under the identity. Any change that can change a verdict must raise a part of it, so that
 * verdicts are made again. Raise this part for changes of the embedded engine.
 */
const embedded = { engine: 'embedded', model: 'embedded-19', promptVersion: '1' } as const

/** Raise it with every change of a prompt, a schema or a sampling setting. */
const groqPromptVersion = '6'

/** The identity of the engine that these settings choose. */
export function engineIdentity(settings: EngineSettings): EngineIdentity {
  if (settings.name === 'embedded') return embedded
  return { engine: 'groq', model: settings.model, promptVersion: groqPromptVersion }
}
