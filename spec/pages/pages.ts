/** Builds the service's static web pages. */
import { readContract, type Document } from '../../src/platform/contract/contract.ts'
import { writeErrorPages } from './error-pages.ts'
import { frame, style, toHtml } from './layout.ts'
import { renderChangelog, renderGuides, type Guides, type Rendered } from './markdown.ts'
import { guideLinks, referencePage, referenceSettings } from './reference.ts'

/**
 * The content of `generated/pages.json`: the pages by path, and the style that replaces `{style}` in them. `missing`:
 * the page for any other path, in which `{root}` is replaced with the relative path to the service's root.
 */
export type WrittenPages = { style: string; referenceSettings: string; missing: string; pages: Record<string, string> }

/** @throws Error if a guide uses a placeholder that does not exist */
export function writePages(folder: string, document: object): WrittenPages {
  const { catalogue, operations } = readContract(document as Document, '')
  const guides = renderGuides(folder, document)
  const changelog = renderChangelog(folder)
  const guidePages = Object.keys(guides).map((name) => [`/docs/guides/${name}`, guidePage(guides, name)])
  return {
    style,
    referenceSettings: referenceSettings(guides),
    missing: frame('Page not found', '{root}', missingPage),
    pages: {
      '/docs': referencePage(operations, guides),
      ...(Object.fromEntries(guidePages) as Record<string, string>),
      '/changelog': frame(changelog.title, './', `<main class="guide">\n${changelog.html}</main>`),
      ...writeErrorPages(catalogue),
    },
  }
}

const missingPage = `<main>
<h1>Page not found</h1>
<p>This server has no page at this address. The <a href="{root}docs">API reference</a> lists all operations and guides.</p>
</main>`

function guidePage(guides: Guides, name: string): string {
  const { title, html } = guides[name] as Rendered
  const links = guideLinks(guides, '', name)
  const others = `<nav class="guides" aria-labelledby="guides">\n<h2 id="guides">Guides</h2>\n<ul>\n${links}\n</ul>\n</nav>`
  const turn = `<nav class="turn" aria-label="Neighbouring guides">\n${neighbourLinks(guides, name)}\n</nav>`
  return frame(title, '../../', `<main class="guide">\n${html}${turn}\n</main>\n${others}`)
}

function neighbourLinks(guides: Guides, name: string): string {
  const names = Object.keys(guides)
  const at = names.indexOf(name)
  const neighbours: [string, string | undefined][] = [
    ['Previous', names[at - 1]],
    ['Next', names[at + 1]],
  ]
  return neighbours
    .flatMap(([word, other]) => (other ? [`<a href="${other}">${word}: ${toHtml(guides[other]!.title)}</a>`] : []))
    .join('\n')
}
