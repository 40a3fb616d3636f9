/** Warns at startup about a model whose scores may be wrong. */
import type { Config } from '../kit/config.ts'
import type { Services } from '../platform/services.ts'
import { findModelCheck } from '../tables/model-checks.ts'

const command = 'npm run -s cli -- model check'

/** Logs a warning if the configured model was not checked, or failed its check. */
export async function noticeModel(
  { database, log }: Pick<Services, 'database' | 'log'>,
  groq: Config['groq'],
): Promise<void> {
  if (!groq) return
  const { model } = groq
  const check = await findModelCheck(database, groq)
  if (!check) log.warn({ model }, `this model was not checked: run \`${command}\` to see whether it is good enough`)
  else if (!check.isFit)
    log.warn({ model, judgement: check.judgement }, `this model failed \`${command}\`: choose another model`)
}
