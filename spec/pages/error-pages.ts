/** The pages that the `type` of an error body links to: one per code in the contract's catalogue, and their list. */
import { scoringFailures } from '../../src/features/scoring/sandbox-fixtures.ts'
import { toKebabCase, type ErrorCode } from '../../src/kit/errors.ts'
import type { CatalogueEntry, Contract } from '../../src/platform/contract/contract.ts'
import { frame, toHtml } from './layout.ts'

type Catalogue = Contract['catalogue']

/** Returns the pages by path. */
export function writeErrorPages(catalogue: Catalogue): Record<string, string> {
  const pages = codesOf(catalogue).map((code) => [`/errors/${toKebabCase(code)}`, pageOf(code, catalogue)])
  return { '/errors': listPage(catalogue), ...(Object.fromEntries(pages) as Record<string, string>) }
}

function codesOf(catalogue: Catalogue): ErrorCode[] {
  return Object.keys(catalogue) as ErrorCode[]
}

function pageOf(code: ErrorCode, catalogue: Catalogue): string {
  const entry = catalogue[code]
  const facts = {
    'Where it occurs': placesOf(code, entry).join('<br>'),
    'Can a retry help?': entry.retryable ? 'Yes' : 'No, not with the same request',
  }
  return frame(
    code,
    '../',
    `<main>
<h1 class="code">${code}</h1>
<p class="meaning">${toHtml(entry.meaning)}</p>
<h2>What to do</h2>
<p>${toHtml(entry.action)}</p>
<dl>
${Object.entries(facts)
  .map(([term, fact]) => `<dt>${term}</dt><dd>${fact}</dd>`)
  .join('\n')}
</dl>
${entry.details ? `<h2>Codes in <code>details</code></h2>\n${tableOf(entry.details)}` : ''}
<h2>Example</h2>
<pre tabindex="0"><code>${toHtml(JSON.stringify(exampleOf(code, entry), null, 2))}</code></pre>
<h2>Related</h2>
<p>${entry.related.map((other) => `<a href="${toKebabCase(other)}"><code>${other}</code></a>`).join(' ')}</p>
</main>
<nav class="codes" aria-labelledby="codes">
<h2 id="codes">All error codes</h2>
<ul>
${codesOf(catalogue)
  .map((other) => linkTo(other, other === code))
  .join('\n')}
</ul>
</nav>`,
  )
}

/** An example of the code: an error response, or the error on a resource. */
function exampleOf(code: ErrorCode, { statuses, meaning, action, retryable, details }: CatalogueEntry): object {
  const message = `${meaning} ${action}`
  const [status] = statuses
  if (status === undefined) return { status: 'FAILED', errorCode: code, errorMessage: message }
  const [detail] = Object.entries(details ?? {})
  const example = detail && { details: [{ field: '…', code: detail[0], message: detail[1] }] }
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  return { type: `/errors/${toKebabCase(code)}`, code, status, message, retryable, traceId, ...example }
}

/** The codes that can appear in `details`, each with its meaning. */
function tableOf(details: NonNullable<CatalogueEntry['details']>): string {
  const rows = Object.entries(details).map(
    ([code, meaning]) => `<tr><td><code>${code}</code></td><td>${toHtml(meaning)}</td></tr>`,
  )
  return `<table>\n${rows.join('\n')}\n</table>`
}

/** Where a code occurs: in responses, if the catalogue gives it a status, and on resources that can fail with it. */
function placesOf(code: ErrorCode, { statuses }: CatalogueEntry): string[] {
  const onScoringJobs = scoringFailures.some((failure) => failure === code)
  return [
    ...(statuses.length > 0 ? [`In a response, with status ${statuses.join(', ')}`] : []),
    ...(onScoringJobs ? ['On a scoring job, as its <code>errorCode</code>'] : []),
    ...(statuses.length === 0 && !onScoringJobs ? ['On a resource, as its <code>errorCode</code>'] : []),
  ]
}

/** A relative link, so that it works behind a proxy that serves the API under a path prefix. */
function linkTo(code: ErrorCode, isCurrent: boolean): string {
  return `<li><a href="${toKebabCase(code)}"${isCurrent ? ' aria-current="page"' : ''}>${code}</a></li>`
}

/** The list of all codes with their meanings. */
function listPage(catalogue: Catalogue): string {
  const entries = codesOf(catalogue).map(
    (code) => `<dt><a href="errors/${toKebabCase(code)}">${code}</a></dt><dd>${toHtml(catalogue[code].meaning)}</dd>`,
  )
  const details = codesOf(catalogue).flatMap((code) =>
    catalogue[code].details ? [`<h3>${code}</h3>`, tableOf(catalogue[code].details)] : [],
  )
  return frame(
    'Errors',
    './',
    `<main>\n<h1>Errors</h1>\n<dl>\n${entries.join('\n')}\n</dl>\n<h2 id="details">Codes in <code>details</code></h2>\n${details.join('\n')}\n</main>`,
  )
}
