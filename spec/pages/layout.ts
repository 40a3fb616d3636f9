/** The layout of the web pages. Pages are self-contained, so that they work wherever the service runs. */
import { escapeHtml } from '../../src/kit/html.ts'

const places = { Reference: 'docs', Guides: 'docs/guides/first-score', Changelog: 'changelog', Errors: 'errors' }

/** The width below which the reference's own header takes the place of ours. */
export const narrowWidth = '1000px'

/**
 * Returns the header of every page. `root` is the relative path to the service's root, `./` or `../`: absolute paths
 * would break behind a proxy that serves the API under a path prefix. `guides`: the address of the guides from this
 * page.
 */
export function linksOf(root: string, guides = `${root}${places.Guides}`): string {
  const links = Object.entries(places).map(
    ([name, place]) => `<a href="${name === 'Guides' ? guides : root + place}">${name}</a>`,
  )
  return `<header><p class="service">Candidate Screening Service</p><p class="parts">${links.join(' ')}</p></header>`
}

/** Returns a complete page with `content`, which is HTML. */
export function frame(title: string, root: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Candidate Screening Service</title>
<style>${styleMark}</style>
</head>
<body>
${linksOf(root)}
${content}
</body>
</html>
`
}

/** Converts a text of the contract to HTML; backticks mark code. */
export function toHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** The colours of both themes. Text has a contrast of at least 4.5 to its background. */
export const colors = `:root { color-scheme: light dark; --ground: light-dark(#fff, #171c23);
  --text: light-dark(#1c2430, #e6e9ee); --quiet: light-dark(#5a6676, #9aa6b6); --line: light-dark(#dde2e9, #333b47);
  --code: light-dark(#eef1f5, #262d37); --link: light-dark(#0b5cad, #7ab8ff) }`

/** Placeholder for the style of all pages, which is stored once in `generated/pages.json`. */
export const styleMark = '{style}'

export const style = `
${colors}
* { box-sizing: border-box }
body { max-width: 48rem; margin: 0 auto; padding: 1.25rem 1.25rem 4rem; color: var(--text);
  background: var(--ground); font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; justify-content: space-between; margin-bottom: 2rem;
  padding-bottom: .75rem; border-bottom: 1px solid var(--line); font-size: .9375rem }
.service { color: var(--quiet) }
.parts a { margin-right: .75rem }
@media (max-width: 30rem) { .service { display: none } }
h1 { margin: 0 0 1rem; font-size: clamp(1.25rem, 5vw, 1.875rem); line-height: 1.25 }
h1.code { font-family: ui-monospace, monospace; font-weight: 600 }
h2 { margin: 2rem 0 .5rem; font-size: 1.1875rem }
p { margin: 0 }
.guide p, .guide ul, .guide ol { margin: 0 0 1rem }
.guide ul, .guide ol { padding-left: 1.5rem }
.meaning { font-size: 1.1875rem }
code { padding: .1em .35em; border-radius: .25em; background: var(--code); font: .9em ui-monospace, monospace }
pre { margin: 0 0 1rem; padding: .875rem 1rem; border-radius: .5em; background: var(--code);
  font: .875rem/1.55 ui-monospace, monospace; white-space: pre-wrap }
pre code { padding: 0; font-size: 1em; background: none }
.wide { margin: 0 0 1rem; overflow-x: auto; overflow-wrap: normal }
table { width: 100%; border-collapse: collapse; font-size: .9375rem }
th, td { padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td:first-child code { white-space: nowrap }
dl { margin: 2rem 0 0; border-top: 1px solid var(--line) }
dt { padding-top: .75rem; color: var(--quiet); font-size: .9375rem }
dd { margin: 0; padding-bottom: .75rem; border-bottom: 1px solid var(--line) }
nav { margin-top: 3rem }
nav ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 0 1.5rem;
  margin: 0; padding: 0; list-style: none; font-size: .9375rem }
@media (min-width: 64rem) {
  body:has(nav.guides) { display: grid; grid-template-columns: 14rem minmax(0, 48rem); gap: 0 3rem; max-width: 67.5rem }
  body:has(nav.guides) > header { grid-column: 1 / -1 }
  nav.guides { position: sticky; top: 1.25rem; grid-row: 2; align-self: start; margin: 0 }
  nav.guides h2 { margin-top: 0 }
  nav.guides ul { grid-template-columns: 1fr; gap: .35rem }
}
nav.turn { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between; margin-top: 2.5rem }
nav.codes ul { font: .8125rem/1.9 ui-monospace, monospace }
a { color: var(--link); text-decoration: none }
a:hover, a:focus-visible, .guide a { text-decoration: underline }
a[aria-current] { color: inherit; font-weight: 700 }
`
