/**
 * The pages that the `type` of an error body points to: one per code, generated from the contract's catalogue.
 *
 * Each page is self-contained, without scripts or anything to fetch, so that it works wherever the service runs. Must
 * never show anything from a request.
 */
import { scoringFailures } from '../../features/scoring/sandbox-fixtures.ts'
import { ServiceError, toKebabCase, type ErrorCode } from '../../kit/errors.ts'
import type { CatalogueEntry, Contract } from '../../platform/contract/contract.ts'
import type { Handler } from '../../platform/services.ts'

/** The page contains its one style sheet; nothing else may load or run. */
const policy = "default-src 'none'; style-src 'unsafe-inline'"

/** @throws NOT_FOUND unless the path names a code of the catalogue in kebab case */
export const getErrorPage: Handler<'getErrorPage'> = async (call, { contract: { catalogue } }) => {
  const code = codesOf(catalogue).find((known) => toKebabCase(known) === call.path.code)
  if (!code) throw new ServiceError('NOT_FOUND')
  return { status: 200, body: pageOf(code, catalogue), headers: { 'Content-Security-Policy': policy } }
}

function codesOf(catalogue: Contract['catalogue']): ErrorCode[] {
  return Object.keys(catalogue) as ErrorCode[]
}

function pageOf(code: ErrorCode, catalogue: Contract['catalogue']): string {
  const entry = catalogue[code]
  const facts = {
    'Where it occurs': placesOf(code, entry).join('<br>'),
    'Can a retry help?': entry.retryable ? 'Yes' : 'No, not with the same request',
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${code} · Candidate Screening Service</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="service">Candidate Screening Service</p>
<h1>${code}</h1>
<p class="meaning">${toHtml(entry.meaning)}</p>
<h2>What to do</h2>
<p>${toHtml(entry.action)}</p>
<dl>
${Object.entries(facts)
  .map(([term, fact]) => `<dt>${term}</dt><dd>${fact}</dd>`)
  .join('\n')}
</dl>
</main>
<nav aria-labelledby="codes">
<h2 id="codes">All error codes</h2>
<ul>
${codesOf(catalogue)
  .map((other) => linkTo(other, other === code))
  .join('\n')}
</ul>
</nav>
</body>
</html>
`
}

/** Where a code occurs: in answers, if the catalogue gives it a status, and on resources that can fail with it. */
function placesOf(code: ErrorCode, { statuses }: CatalogueEntry): string[] {
  const onScoringJobs = scoringFailures.some((failure) => failure === code)
  return [
    ...(statuses.length > 0 ? [`As the answer to a request, with status ${statuses.join(', ')}`] : []),
    ...(onScoringJobs ? ['On a scoring job, as its <code>errorCode</code>'] : []),
    ...(statuses.length === 0 && !onScoringJobs ? ['On a resource, as its <code>errorCode</code>'] : []),
  ]
}

/** A relative link, which works behind a proxy that serves the API under a path of its own. */
function linkTo(code: ErrorCode, isCurrent: boolean): string {
  return `<li><a href="${toKebabCase(code)}"${isCurrent ? ' aria-current="page"' : ''}>${code}</a></li>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Converts the catalogue's text, in which backticks mark code. */
function toHtml(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => entities[character] as string)
  return escaped.replace(/`([^`]+)`/g, '<code>$1</code>')
}

const style = `
:root { color-scheme: light dark; --text: light-dark(#1c2430, #e6e9ee); --quiet: light-dark(#5a6676, #9aa6b6);
  --line: light-dark(#dde2e9, #333b47); --code: light-dark(#eef1f5, #262d37); --link: light-dark(#0b5cad, #7ab8ff) }
* { box-sizing: border-box }
body { max-width: 44rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; color: var(--text);
  background: light-dark(#fff, #171c23); font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0 0 1rem; font: 600 clamp(1.25rem, 5vw, 1.875rem)/1.25 ui-monospace, monospace }
h2 { margin: 2rem 0 .5rem; font-size: 1.0625rem }
p { margin: 0 }
.service { margin-bottom: .5rem; color: var(--quiet); font-size: .9375rem }
.meaning { font-size: 1.1875rem }
code { padding: .1em .35em; border-radius: .25em; background: var(--code); font: .9em ui-monospace, monospace }
dl { margin: 2rem 0 0; border-top: 1px solid var(--line) }
dt { padding-top: .75rem; color: var(--quiet); font-size: .9375rem }
dd { margin: 0; padding-bottom: .75rem; border-bottom: 1px solid var(--line) }
nav { margin-top: 3rem }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 0 1.5rem;
  margin: 0; padding: 0; list-style: none; font: .8125rem/1.9 ui-monospace, monospace }
a { color: var(--link); text-decoration: none }
a:hover, a:focus-visible { text-decoration: underline }
a[aria-current] { color: inherit; font-weight: 700 }
`
