/**
 * The script of the API reference: Scalar's, followed by how it is set up.
 *
 * Scalar can fetch fonts, send requests through a proxy, and open its own services; all of it is off here, and the
 * page's policy forbids what might be left.
 */
import { readFileSync } from 'node:fs'

const bundle = new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'))

/** The whole script, about 4 MB; read when first asked for. */
export function referenceScript(): string {
  // The source map is not served.
  const scalar = readFileSync(bundle, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
  return `${scalar}\n;(${start.toString()})()\n`
}

type Contract = { webhooks: Record<string, { post: object }> }

/** What runs in the page. Must use nothing from outside itself: its text is sent. */
function start(): void {
  const page = globalThis as unknown as {
    Scalar: { createApiReference: (element: string, settings: object) => void }
    document: { baseURI: string }
    location: { origin: string }
  }
  const root = new URL('.', page.document.baseURI).href.replace(/\/$/, '')
  const contract = `${root}/openapi.json`
  /** Sends nothing that carries another key than a sandbox one, and nothing to another host. */
  const guarded = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const key = request.headers.get('authorization')
    if (new URL(request.url).origin !== page.location.origin) throw new Error('Only this server can be tried.')
    if (key !== null && !/^Bearer sk_test_/.test(key))
      throw new Error('Try it with a sandbox key: one that begins with sk_test_. Nothing was sent.')
    const answer = await fetch(request)
    return request.url === contract ? Response.json(shown((await answer.json()) as Contract)) : answer
  }
  /** The contract as a person reads it: what it hides, the payloads of webhooks, it hides from generators of clients. */
  const shown = (document: Contract) => {
    for (const { post } of Object.values(document.webhooks)) Object.assign(post, { 'x-internal': false })
    return document
  }
  page.Scalar.createApiReference('#reference', {
    url: contract,
    servers: [{ url: root }],
    customFetch: guarded,
    // Keys stay in the page's memory and go with it.
    persistAuth: false,
    authentication: { preferredSecurityScheme: 'apiKey' },
    withDefaultFonts: false,
    // Both themes follow the reader's system, as the other pages do.
    hideDarkModeToggle: true,
    customCss: '.dark-mode { --scalar-background-1: #171c23; --scalar-background-2: #1f262f }',
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'direct',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  })
}
