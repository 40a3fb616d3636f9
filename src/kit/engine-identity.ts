/**
 * What an engine is called: in a verdict's key, in the audit, in what it made.
 *
 * Owns the versions. Must never import an engine: the server needs the identity before it calls a thread.
 */
import type { EngineIdentity, EngineSettings } from '../../workers/tasks.ts'

/** Counts up with every change of a prompt, a schema or a sampling setting: stored verdicts are then asked anew. */
const groqPromptVersion = '1'

/** The identity of the engine that these settings choose. */
export function engineIdentity(settings: EngineSettings): EngineIdentity {
  if (settings.name === 'groq') return { engine: 'groq', model: settings.model, promptVersion: groqPromptVersion }
  return { engine: 'embedded', model: 'embedded-1', promptVersion: '1' }
}
