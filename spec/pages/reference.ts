/**
 * The API reference: its page, and the settings of Scalar's bundle, which draws it.
 *
 * By default Scalar loads fonts, sends requests through a proxy, and links to its own services. All of that is switched
 * off here, and the page's policy blocks anything else.
 */
import type { Operation } from '../../src/platform/contract/contract.ts'
import { colors, linksOf, narrowWidth, toHtml } from './layout.ts'
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
@media (max-width: ${narrowWidth}) and (scripting: enabled) { body > header { display: none } }
noscript { display: block; padding: 0 1.25rem 3rem; overflow-wrap: anywhere }
</style>
</head>
<body>
${linksOf('./', '#tag/guide-first-score')}
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

/** Returns the script that starts Scalar; `guides` come first in its sidebar. */
export function referenceSettings(guides: Guides): string {
  const listed = Object.entries(guides).map(([name, { title, text }]): Guide => ({ name, title, text }))
  return `;(${start.toString()})(${JSON.stringify(listed)})\n`
}

/** `text` is Markdown. */
type Guide = { name: string; title: string; text: string }
type Tag = { name: string; description: string; 'x-displayName'?: string }
type Parameter = { required?: boolean; example?: unknown; examples?: unknown; schema?: { examples?: unknown } }
type Contract = {
  info: { description: string }
  tags: Tag[]
  'x-tagGroups'?: { name: string; tags: string[] }[]
  webhooks: Record<string, { post: object }>
  components: { parameters: Record<string, Parameter> }
}

/** The part of an element that the script uses: the compiler knows no browser's globals. */
type PageElement = {
  textContent: string
  append: (element: PageElement) => void
  addEventListener: (event: string, listener: () => void) => void
}

/** Runs in the page. It must not use anything outside itself, because only its own text is sent to the browser. */
function start(guides: Guide[]): void {
  const page = globalThis as unknown as {
    Scalar: { createApiReference: (element: string, settings: object) => void }
    document: {
      baseURI: string
      body: PageElement
      querySelectorAll: (selector: string) => Iterable<PageElement>
      createElement: (name: string) => PageElement
    }
    location: { origin: string }
    navigator: { clipboard?: { writeText: (text: string) => Promise<void> } }
    MutationObserver: new (notify: () => void) => { observe: (element: PageElement, settings: object) => void }
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
  const tagOf = (name: string) => `guide-${name}`
  const linkTo = ({ name, title }: Guide) => `[${title}](#tag/${tagOf(name)})`
  /** A guide with this server's address, links to guides of this page, and its neighbours. */
  const textOf = ({ text }: Guide, index: number) => {
    const here = text.replaceAll('http://127.0.0.1:8080', root)
    const ready = here.includes('export BASE=') ? here : here.replaceAll('$BASE/', `${root}/`)
    const linked = ready
      .replaceAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g, `](${root}/$1)`)
      .replaceAll(/\]\(([a-z-]+)\)/g, (link, name: string) =>
        guides.some((guide) => guide.name === name) ? `](#tag/${tagOf(name)})` : link,
      )
    const [previous, next] = [guides[index - 1], guides[index + 1]]
    const neighbours = [previous && `Previous: ${linkTo(previous)}`, next && `Next: ${linkTo(next)}`]
    return `${linked}\n\n---\n\n${neighbours.filter(Boolean).join(' · ')}\n`
  }
  /**
   * Adds the guides. Shows the webhook payloads, which are only hidden from client generators. Optional parameters have
   * no example: the forms would send it, and an example of an idempotency key or an entity tag fits one request at
   * most.
   */
  const shown = (document: Contract) => {
    for (const { post } of Object.values(document.webhooks)) Object.assign(post, { 'x-internal': false })
    for (const parameter of Object.values(document.components.parameters)) {
      if (parameter.required) continue
      delete parameter.example
      delete parameter.examples
      delete parameter.schema?.examples
    }
    const tags = guides.map((guide, index) => ({
      name: tagOf(guide.name),
      'x-displayName': guide.title,
      description: textOf(guide, index),
    }))
    const namesOf = (some: Tag[]) => some.map(({ name }) => name)
    document['x-tagGroups'] = [
      { name: 'Guides', tags: namesOf(tags) },
      { name: 'Operations', tags: namesOf(document.tags) },
    ]
    document.tags.unshift(...tags)
    document.info.description += `\n\n[Changelog](${root}/changelog) · [Error codes](${root}/errors)`
    return document
  }
  /** Gives each code block of a guide a button that copies it. */
  const addCopyButtons = () => {
    for (const block of page.document.querySelectorAll('#reference .markdown pre:not(:has(.copy))')) {
      const code = block.textContent
      const button = page.document.createElement('button')
      Object.assign(button, { type: 'button', className: 'copy', textContent: 'Copy' })
      button.addEventListener('click', () => {
        const told = (text: string) => {
          button.textContent = text
          setTimeout(() => (button.textContent = 'Copy'), 2_000)
        }
        // Browsers have no clipboard for pages without TLS, except those of this machine.
        if (!page.navigator.clipboard) return told('Needs https')
        page.navigator.clipboard.writeText(code).then(
          () => told('Copied'),
          () => told('Not allowed'),
        )
      })
      block.append(button)
    }
  }
  new page.MutationObserver(addCopyButtons).observe(page.document.body, { childList: true, subtree: true })
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
      #reference pre { position: relative; width: auto }
      #reference pre:has(> .copy) > code { padding-top: 2.25rem }
      #reference pre, #reference pre * { white-space: pre-wrap; overflow-wrap: anywhere }
      #reference .cm-content { flex-shrink: 1; white-space: break-spaces; overflow-wrap: anywhere }
      #reference section:focus-visible { outline: none }
      #reference .copy { position: absolute; top: .375rem; right: .375rem; padding: .125rem .5rem; border-radius: .25rem;
        border: 1px solid var(--scalar-border-color); background: var(--scalar-background-1); color: var(--scalar-color-1);
        font: .75rem/1.5 system-ui, sans-serif; cursor: pointer }`,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: 'direct',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  })
}
