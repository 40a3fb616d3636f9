/**
 * HTML from untrusted text: each value in a template is escaped, unless it is an `Html`, which only these templates
 * create.
 */
import { escapeHtml } from '../../../kit/html.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Part = string | number | Html | null | readonly Part[]

/** Escapes each value of a template. Null becomes an empty string, and the members of a list are joined. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((all, text, index) => all + textOf(parts[index - 1] ?? null) + text))
}

function textOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return escapeHtml(String(part))
}
