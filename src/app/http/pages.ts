/**
 * Serves the web pages that `make generate` writes: API reference, guides, changelog and error codes.
 *
 * Pages have a Content-Security-Policy, and never show anything from a request.
 */
import { readFileSync } from 'node:fs'
import { ServiceError } from '../../kit/errors.ts'
import type { Handlers } from '../../platform/services.ts'
import { createServedText, type ServedText } from './served-text.ts'

/** Allows only the page's own style sheet; nothing else may load or run. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * Allows only this server's script, and requests only to this server. Inline styles are allowed because the API
 * reference adds them to the page.
 */
const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** See `spec/pages/pages.ts`. */
type WrittenPages = { style: string; referenceSettings: string; missing: string; pages: Record<string, string> }

const generated = new URL('../../../generated/pages.json', import.meta.url)
const scalar = new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
let read: WrittenPages | undefined
const written = () => (read ??= JSON.parse(readFileSync(generated, 'utf8')) as WrittenPages)

/** Returns a page as HTML. @throws NOT_FOUND if there is no page at this path */
function pageAt(path: string): string {
  const { style, pages } = written()
  if (!Object.hasOwn(pages, path)) throw missingPage(path)
  return (pages[path] as string).replace('{style}', () => style)
}

/**
 * Returns the NOT_FOUND error for an unknown path, with a page for browsers. The page's relative links depend on the
 * depth of the path.
 */
export function missingPage(path: string): ServiceError {
  const { style, missing } = written()
  // The path of `OPTIONS *` has no slash.
  const root = '../'.repeat(Math.max(0, path.split('/').length - 2)) || './'
  const html = missing.replaceAll('{root}', root).replace('{style}', () => style)
  return new ServiceError('NOT_FOUND', { page: { html, headers: { 'Content-Security-Policy': pagePolicy } } })
}

/**
 * Returns Scalar's bundle (about 4 MB), followed by the settings that start it. The link to its source map, which is
 * not served, is removed.
 */
function referenceScript(): string {
  const bundle = readFileSync(scalar, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
  return `${bundle}\n${written().referenceSettings}`
}

const served = new Map<string, ServedText>()

type Encoded = { headers: { 'Accept-Encoding'?: string } }

function serve<Body = string>(path: string, { headers }: Encoded, contentPolicy = pagePolicy, write = pageAt) {
  const text = served.get(path) ?? createServedText(write(path))
  served.set(path, text)
  const { bytes, headers: own } = text(headers['Accept-Encoding'])
  // The contract types the body as a string or blob, but it is sent as bytes.
  const body = bytes as unknown as Body
  return { status: 200 as const, body, headers: { ...own, 'Content-Security-Policy': contentPolicy } }
}

type Pages = 'getReference' | 'getReferenceScript' | 'getGuide' | 'getChangelog' | 'getErrorPages' | 'getErrorPage'

export const pageHandlers: Pick<Handlers, Pages> = {
  getReference: async (call) => serve('/docs', call, referencePolicy),
  getReferenceScript: async (call) => serve<Blob>('/docs/reference.js', call, pagePolicy, referenceScript),
  getGuide: async (call) => serve(`/docs/guides/${call.path.guide}`, call),
  getChangelog: async (call) => serve('/changelog', call),
  getErrorPages: async (call) => serve('/errors', call),
  getErrorPage: async (call) => serve(`/errors/${call.path.code}`, call),
}
