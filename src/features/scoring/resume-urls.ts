/** What is wrong with a resume's URL before anything is fetched; whether its host may be reached shows later. */
import type { Environment } from '../../kit/caller.ts'
import type { ErrorDetail } from '../../kit/errors.ts'
import { checkUrl } from '../../platform/outbound/outbound.ts'
import type { Services } from '../../platform/services.ts'
import { unknownFixture } from './sandbox-fixtures.ts'

/** Null for a URL that a scoring job can begin with; the detail never quotes the URL. */
export function resumeUrlFault(
  { outboundAllow }: Pick<Services, 'outboundAllow'>,
  environment: Environment,
  field: string,
  text: string,
): ErrorDetail | null {
  const checked = checkUrl(text, outboundAllow)
  if (!checked.ok && checked.reason === 'invalid') return { field, code: 'invalid_url', message: checked.message }
  const message = unknownFixture(new URL(text), environment)
  return message === null ? null : { field, code: 'unknown', message }
}
