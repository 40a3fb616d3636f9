/**
 * Report links: URLs that open an application's report without an API key, until they expire or are revoked.
 *
 * The link contains everything needed to find the report, encrypted under SECRET_KEY, so that nothing is stored for it.
 * Revoking links increases the application's epoch number, and a link with an older number is no longer accepted. A
 * link must never be logged, because it is a credential. The encrypted part follows `<tag of the partner>.` and, if the
 * cell has a name, `<cell>.`, which a proxy uses to find the cell. Links of earlier releases have only the encrypted
 * part.
 */
import { hash } from 'node:crypto'
import type { ReportLinkRequest } from '../../../../generated/types.gen.ts'
import { decrypt, encrypt, keyedHash } from '../../../kit/encryption.ts'
import { ServiceError } from '../../../kit/errors.ts'
import { SECOND, toIso } from '../../../kit/time.ts'
import { ownerOf, type Call, type Reply } from '../../../platform/contract/call.ts'
import { networkOf } from '../../../platform/network-address.ts'
import type { Handler, Services } from '../../../platform/services.ts'
import { endReportLinks, findApplication, findLinkedApplication } from '../../../tables/applications.ts'
import { endedLinkPage, frame } from './page.ts'
import { reportOf } from './report.ts'

type Link = { tenantId: string; applicationId: string; epoch: number; expiresAt: number }

const context = 'report link'

export const createReportLink: Handler<'createReportLink'> = async (call, services) => {
  const { tenantId, applicationId, reportLinkEpoch } = await known(services, call)
  const { expiresInSeconds } = call.body as Required<ReportLinkRequest> // the default is set even if there is no body
  const expiresAt = services.clock.now() + expiresInSeconds * SECOND
  const link: Link = { tenantId, applicationId, epoch: reportLinkEpoch ?? 0, expiresAt }
  const sealed = encrypt(services.secretKeys, context, JSON.stringify(link)).toString('base64url')
  const reportLink = [linkTagOf(ownerOf(call).partnerId), services.cell, sealed].filter(Boolean).join('.')
  const url = call.origin() + services.contract.locate('openScoreReport', { reportLink })
  return { status: 201, body: { url, expiresAt: toIso(expiresAt) } }
}

export const revokeReportLinks: Handler<'revokeReportLinks'> = (call, services) =>
  services.write(call, async (): Promise<Reply<'revokeReportLinks'>> => {
    const { tenantId, applicationId } = await known(services, call)
    await endReportLinks(services.database, tenantId, applicationId)
    return { status: 204, body: undefined }
  })

/**
 * Returns the tag with which a partner's links begin. A proxy uses it to route a partner's links after the partner has
 * moved.
 */
export function linkTagOf(partnerId: string): string {
  return hash('sha256', partnerId).slice(0, 16)
}

/** Returns the application in the request's path. @throws APPLICATION_NOT_FOUND */
async function known(
  { database }: Pick<Services, 'database'>,
  call: Call<'createReportLink'> | Call<'revokeReportLinks'>,
): Promise<NonNullable<Awaited<ReturnType<typeof findApplication>>>> {
  const found = await findApplication(database, ownerOf(call), call.path.jobId, call.path.applicationId)
  if (!found) throw new ServiceError('APPLICATION_NOT_FOUND')
  return found
}

const headers = {
  'Content-Security-Policy': frame.policy,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

export const openScoreReport: Handler<'openScoreReport'> = async (call, services) => {
  await countView(services, call.address)
  const owner = await ownerOfLink(services, call.path.reportLink)
  const report = owner && (await reportOf(services, owner))
  if (!report) throw new ServiceError('NOT_FOUND', { page: { html: endedLinkPage, headers } })
  const { partnerId, environment } = owner
  const { id: scoringJobId } = report.row
  services.log.info({ partnerId, environment, scoringJobId }, 'a score report was opened by its link')
  return { status: 200, body: report.page, headers }
}

/**
 * Returns the application that the link opens; null if we did not create the link, or if it has expired or was revoked.
 */
async function ownerOfLink(
  { database, clock, secretKeys }: Pick<Services, 'database' | 'clock' | 'secretKeys'>,
  reportLink: string,
) {
  const link = readLink(secretKeys, reportLink)
  if (!link || link.expiresAt <= clock.now()) return null
  const found = await findLinkedApplication(database, link.tenantId, link.applicationId)
  const isOpen = found && found.suspendedAt === null && (found.reportLinkEpoch ?? 0) === link.epoch
  return isOpen ? found : null
}

function readLink(secretKeys: Services['secretKeys'], text: string): Link | null {
  try {
    const sealed = text.slice(text.lastIndexOf('.') + 1)
    return JSON.parse(decrypt(secretKeys, context, Buffer.from(sealed, 'base64url'))) as Link
  } catch {
    return null
  }
}

/**
 * Counts a view by this address, even if the link is not valid, so that guesses are limited too. @throws RATE_LIMITED
 */
async function countView(
  { contract, counters, secretKeys }: Pick<Services, 'contract' | 'counters' | 'secretKeys'>,
  address: string,
): Promise<void> {
  const { limit, windowSeconds } = contract.rateLimits.reportLinks
  const network = keyedHash(secretKeys, networkOf(address))
  const [count] = await counters.take([{ key: `report-links ${network}`, limit, windowMs: windowSeconds * SECOND }])
  if (count?.allowed) return
  throw new ServiceError('RATE_LIMITED', { retryAfterSeconds: Math.ceil((count?.resetInMs ?? SECOND) / SECOND) })
}
