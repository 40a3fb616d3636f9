/**
 * The API reference: its page, and the settings of Scalar's bundle, which draws it.
 *
 * Scalar can load fonts, send requests through a proxy, and open its own services. All of that is switched off here, and
 * the page's policy blocks anything that is left.
 */
import type { Operation } from '../../src/platform/contract/contract.ts'
import { colors, linksOf, toHtml } from './layout.ts'
import type { Guides } from './markdown.ts'

/** Returns the page that the script fills. Without JavaScript it lists guides and operations. */
export function referencePage(operations: Operation[], guides: Guides): string {
  const rows = operations.map(
    ({ method, path, definition }) =>
      `<li><code>${method.toUpperCase()} ${toHtml(path)}</code> ${toHtml(definition.summary ?? '')}</li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Candidate Screening Service</title>
<link rel="icon" href="data:,">
<style>
${colors}
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.6 system-ui, sans-serif }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; justify-content: space-between; padding: .75rem 1.25rem;
  border-bottom: 1px solid var(--line); font-size: .9375rem }
header p { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0 }
header a, noscript a { color: var(--link); text-decoration: none }
header a:hover, header a:focus-visible, noscript a { text-decoration: underline }
noscript { display: block; padding: 0 1.25rem 3rem; overflow-wrap: anywhere }
</style>
</head>
<body>
${linksOf('./')}
<main id="reference"></main>
<noscript>
<h1>API reference</h1>
<p>The forms need JavaScript. The contract is at <a href="openapi.json">openapi.json</a> and <a href="openapi.yaml">openapi.yaml</a>.</p>
<h2>Guides</h2>
<ul>
${guideLinks(guides, 'docs/guides/')}
</ul>
<h2>Operations</h2>
<ul>
${rows.join('\n')}
</ul>
</noscript>
<script src="docs/reference.js"></script>
</body>
</html>
`
}

/** Links to the guides, as list items; `folder` is the relative path to them. */
export function guideLinks(guides: Guides, folder: string, current?: string): string {
  return Object.entries(guides)
    .map(([name, { title }]) => {
      const isCurrent = name === current ? ' aria-current="page"' : ''
      return `<li><a href="${folder}${name}"${isCurrent}>${toHtml(title)}</a></li>`
    })
    .join('\n')
}

/** Returns the script that starts Scalar; `guides` are listed in its sidebar. */
export function referenceSettings(guides: Guides): string {
  const listed = Object.entries(guides).map(([name, { title }]): Guide => ({ title, path: `docs/guides/${name}` }))
  return `;(${start.toString()})(${JSON.stringify(listed)})\n`
}

/** `path` is relative to the service's root. */
type Guide = { title: string; path: string }
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
