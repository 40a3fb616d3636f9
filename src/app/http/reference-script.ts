/**
 * The script of the API reference: Scalar's bundle, followed by its settings.
 *
 * Scalar can load fonts, send requests through a proxy, and open its own services. All of that is switched off here, and
 * the page's policy blocks anything that is left.
 */
import { readFileSync } from 'node:fs'

const bundle = new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'))

/** Returns the whole script, about 4 MB. `guides` are listed in its sidebar. */
export function referenceScript(guides: Guide[]): string {
  // The source map is not served.
  const scalar = readFileSync(bundle, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
  return `${scalar}\n;(${start.toString()})(${JSON.stringify(guides)})\n`
}

/** `path` is relative to the service's root. */
export type Guide = { title: string; path: string }
type Contract = { tags: { name: string; description: string }[]; webhooks: Record<string, { post: object }> }

/** Runs in the page. Must not use anything outside itself, because its text is sent. */
function start(guides: Guide[]): void {
  const page = globalThis as unknown as {
    Scalar: { createApiReference: (element: string, settings: object) => void }
    document: { baseURI: string }
    location: { origin: string }
  }
  const root = new URL('.', page.document.baseURI).href.replace(/\/$/, '')
  const contract = `${root}/openapi.json`
  /** Sends requests to this server only, and only with a sandbox key. */
  const guarded = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const key = request.headers.get('authorization')
    if (new URL(request.url).origin !== page.location.origin)
      throw new Error('Requests can only be sent to this server.')
    if (key !== null && !/^Bearer sk_test_/.test(key))
      throw new Error('Use a sandbox key, which begins with sk_test_. The request was not sent.')
    const answer = await fetch(request)
    return request.url === contract ? Response.json(shown((await answer.json()) as Contract)) : answer
  }
  /** Adds the guides, and shows the webhook payloads, which are only hidden from client generators. */
  const shown = (document: Contract) => {
    for (const { post } of Object.values(document.webhooks)) Object.assign(post, { 'x-internal': false })
    const links = guides.map(({ title, path }) => `- [${title}](${root}/${path})`)
    document.tags.unshift({ name: 'Guides', description: links.join('\n') })
    return document
  }
  page.Scalar.createApiReference('#reference', {
    url: contract,
    servers: [{ url: root }],
    customFetch: guarded,
    // Keys stay in the page's memory only.
    persistAuth: false,
    authentication: { preferredSecurityScheme: 'apiKey' },
    withDefaultFonts: false,
    // Follow the system's theme, like all other pages.
    hideDarkModeToggle: true,
    customCss: `.dark-mode { --scalar-background-1: #171c23; --scalar-background-2: #1f262f }
      #reference pre { width: auto }
      #reference pre, #reference pre * { white-space: pre-wrap; overflow-wrap: anywhere }`,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'direct',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  })
}
