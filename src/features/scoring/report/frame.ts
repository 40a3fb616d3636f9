/** The frame that all pages about scores share: the `<head>` with the security policy and the style sheet. */
import { hash } from 'node:crypto'
import { html, Html } from './html.ts'

/** `language`: the language of the page's own text. */
export type Page = { language?: string; title: string; header: Html; body: Html; footer?: Html }
/** `policy` is for the header Content-Security-Policy; `pageOf` returns the whole page, in UTF-8. */
export type Frame = { policy: string; pageOf: (page: Page) => string }

/**
 * Creates a frame with this style sheet. The policy allows the style sheet by its hash, and forbids scripts and
 * requests.
 */
export function createFrame(style: string): Frame {
  const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'`
  // The style is inserted without white space around it, because that would change its hash.
  const styleSheet = new Html(`<style>${style}</style>`)
  // A page repeats its policy, because a proxy or a saved copy may lose our headers.
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />`
  const pageOf = ({ language = 'en', title, header, body, footer }: Page) =>
    html`<!doctype html>
      <html lang="${language}">
        <head>
          ${head}
          <title>${title}</title>
          ${styleSheet}
        </head>
        <body>
          <main>
            <header>${header}</header>
            ${body}
          </main>
          ${footer ? html`<footer class="quiet">${footer}</footer>` : null}
        </body>
      </html> `.text
  return { policy, pageOf }
}
