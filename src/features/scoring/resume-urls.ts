/** Checks a resume's URL before anything is fetched. Whether its host is reachable is known later. */
import type { Environment } from '../../kit/caller.ts'
import type { ErrorDetail } from '../../kit/errors.ts'
import { checkUrl } from '../../platform/outbound/outbound.ts'
import type { Services } from '../../platform/services.ts'
import { unknownFixture } from './sandbox-fixtures.ts'

/** Returns the fault of a URL, or null if a scoring job can start with it. The detail never quotes the URL. */
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
