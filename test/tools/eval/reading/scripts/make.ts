/**
 * Prints the resumes from texts.ts with Chromium and with WeasyPrint into this folder: `node make.ts`.
 *
 * Run it by hand when a text or a layout changes. The files are in the repository, so that the evaluation needs neither
 * program. CHROMIUM and WEASYPRINT are the paths to the two programs. The fonts in texts.ts must be installed; their
 * Open Font License allows embedding subsets in documents.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'puppeteer-core'
import { type ScriptParts, scripts } from './texts.ts'

const dates = /^(.*?)[,،]? ([\d۰-۹]{4} - [\d۰-۹]{4})$/u

/** Returns an employment with its dates at the far edge. */
function lineOf(line: string): string {
  const [, post, period] = dates.exec(line) ?? []
  return post === undefined ? `<p>${line}</p>` : `<div class="post"><span>${post}</span><span>${period}</span></div>`
}

const paragraphs = (lines: string[]): string => lines.map((line) => lineOf(line)).join('\n')
const items = (lines: string[]): string => `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`

function page({ tag, font, isRightToLeft }: ScriptParts, body: string): string {
  return `<!doctype html><html lang="${tag}" dir="${isRightToLeft ? 'rtl' : 'ltr'}"><meta charset="utf-8"><style>
@page { size: A4; margin: 15mm } * { margin: 0 } p, li { margin-bottom: 5px }
body { font: 11pt/1.5 "${font}", "Noto Sans" } h1 { font-size: 20pt } h2 { font-size: 13pt; margin-bottom: 12px }
ul { padding: 0 16px; margin-bottom: 12px } footer { margin-top: 24px }
.post { display: flex; justify-content: space-between; margin-bottom: 5px }
.columns { display: flex } .side { width: 45mm; margin-inline-end: 10mm; font-size: 9.5pt } .main { width: 125mm }
</style><body>${body}</body></html>`
}

const layouts = {
  rows: (parts: ScriptParts) => {
    const [name, title] = parts.head
    return page(
      parts,
      `<h1>${name}</h1><h2>${title}</h2>${items(parts.side)}${paragraphs(parts.main)}<footer>${parts.foot.join(' ')}</footer>`,
    )
  },
  columns: (parts: ScriptParts) => {
    const [name, title] = parts.head
    const sides = `<div class="side">${paragraphs(parts.side)}</div><div class="main">${paragraphs(parts.main)}</div>`
    return page(
      parts,
      `<h1>${name}</h1><h2>${title}</h2><div class="columns">${sides}</div><footer>${parts.foot.join(' ')}</footer>`,
    )
  },
}

const { CHROMIUM = '/usr/bin/chromium', WEASYPRINT = 'weasyprint' } = process.env
const browser = await launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
for (const parts of scripts) {
  for (const [name, layout] of Object.entries(layouts)) {
    const html = layout(parts)
    const pathOf = (producer: string): string => join(import.meta.dirname, producer, `${parts.tag}-${name}.pdf`)
    const tab = await browser.newPage()
    await tab.setContent(html)
    await tab.pdf({ path: pathOf('chromium'), preferCSSPageSize: true, tagged: false, outline: false })
    await tab.close()
    const file = join(folder, 'page.html')
    writeFileSync(file, html)
    execFileSync(WEASYPRINT, [file, pathOf('weasyprint')], { stdio: ['ignore', 'ignore', 'ignore'] })
  }
}
await browser.close()
rmSync(folder, { recursive: true })
