/**
 * Calls the provider, and remembers which parameters it supports and how many more calls it accepts now.
 *
 * This knowledge comes from earlier responses, and is lost when the process ends.
 */
import { answerForm, inHonouredForm } from './answer-forms.ts'
import { type Call, type CallRequest, estimatePrompt } from './calls.ts'
import { completionsAt } from './completions.ts'
import { createParameters } from './parameters.ts'
import { createReserve, type Reserve } from './reserve.ts'
import { createRoom, type Room } from './room.ts'
import { createSize, type Size } from './size.ts'

export type ProviderSettings = { apiKey: string; baseUrl: string | null; model: string; serviceTier?: string | null }
export type Provider = { call: Call; reserve: Reserve; room: Room; size: Size }

export function createProvider(settings: ProviderSettings): Provider {
  const { model } = settings
  const complete = completionsAt(settings)
  // Self-hosted servers enforce size limits, and their weaker models need them.
  const isBounded = settings.baseUrl?.startsWith('http:') ?? false
  const parameters = createParameters(settings)
  const room = createRoom()
  const call = inHonouredForm<CallRequest>(async (form, { prompt, seed, outputTokensMax }, signal) => {
    for (;;) {
      const asked = { model, ...answerForm(form, prompt, isBounded), ...parameters.of(outputTokensMax, seed) }
      const reply = await complete(asked, signal)
      if (reply.kind === 'answered') {
        room.answered(reply.headers, (reply.tokens?.input ?? estimatePrompt(prompt)) + outputTokensMax)
      }
      if (reply.kind !== 'refused' || signal.aborted) return reply
      if (reply.refusal.status === tooMany) room.refused()
      // Each refusal removes or changes a parameter, so this loop ends.
      if (reply.cause.kind !== 'other' || !parameters.learn(reply.refusal)) return reply
    }
  })
  return { call, reserve: createReserve(), room, size: createSize() }
}

/** RFC 6585, section 4. */
const tooMany = 429
