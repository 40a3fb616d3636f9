/** Serves the API reference, the guides and the changelog, which `make generate` writes. */
import { readFileSync } from 'node:fs'
import { ServiceError } from '../../kit/errors.ts'
import type { Operation } from '../../platform/contract/contract.ts'
import type { Handlers } from '../../platform/services.ts'
import { colors, frame, linksOf, servedPage, toHtml } from './page-layout.ts'
import { referenceScript } from './reference-script.ts'

/** Only this server's script runs, and it only sends requests to this server. The reference adds its styles to the page. */
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

/** Written by `spec/pages.ts`: guides by name, in reading order. */
type WrittenPage = { title: string; html: string }
type WrittenPages = { guides: Record<string, WrittenPage>; changelog: WrittenPage }

const generated = new URL('../../../generated/pages.json', import.meta.url)
let read: WrittenPages | undefined
const pages = () => (read ??= JSON.parse(readFileSync(generated, 'utf8')) as WrittenPages)

type Docs = 'getReference' | 'getReferenceScript' | 'getGuide' | 'getChangelog'

export const docsHandlers: Pick<Handlers, Docs> = {
  getReference: async ({ headers }, { contract }) =>
    servedPage('/docs', headers['Accept-Encoding'], () => referencePage(contract.operations), referencePolicy),

  getReferenceScript: async ({ headers }) =>
    servedPage<Blob>('/docs/reference.js', headers['Accept-Encoding'], () => referenceScript(guides())),

  getGuide: async ({ path, headers }) => {
    if (!Object.hasOwn(pages().guides, path.guide)) throw new ServiceError('NOT_FOUND')
    return servedPage(`/docs/guides/${path.guide}`, headers['Accept-Encoding'], () => guidePage(path.guide))
  },

  getChangelog: async ({ headers }) =>
    servedPage('/changelog', headers['Accept-Encoding'], () => {
      const { title, html } = pages().changelog
      return frame(title, './', `<main class="guide">\n${html}</main>`)
    }),
}

const guides = () => Object.entries(pages().guides).map(([name, { title }]) => ({ title, path: `docs/guides/${name}` }))

function guidePage(name: string): string {
  const { guides } = pages()
  const { title, html } = guides[name] as WrittenPage
  const links = guideLinks('', name)
  const others = `<nav class="guides" aria-labelledby="guides">\n<h2 id="guides">Guides</h2>\n<ul>\n${links}\n</ul>\n</nav>`
  return frame(title, '../../', `<main class="guide">\n${html}</main>\n${others}`)
}

function guideLinks(folder: string, current?: string): string {
  return Object.entries(pages().guides)
    .map(([name, { title }]) => {
      const isCurrent = name === current ? ' aria-current="page"' : ''
      return `<li><a href="${folder}${name}"${isCurrent}>${toHtml(title)}</a></li>`
    })
    .join('\n')
}

/** Returns the page that the script fills. Without JavaScript it lists guides and operations. */
function referencePage(operations: Operation[]): string {
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
${guideLinks('docs/guides/')}
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
