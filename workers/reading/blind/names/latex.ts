/**
 * Converts the beginning of a LaTeX source file to the text that the typeset page shows.
 *
 * Pure.
 */

const isSource = /^[^\n]*\\(?:documentclass|begin|input|section|\w*name|author)\b/m
const nameCommand =
  /\\(?:cv|my)?(?:name|author|full_?name|first_?name|given_?name|last_?name|family_?name|surname|fname|lname)(?=\s?\}?\s?\{)/gi
const nameLines = new RegExp(`^\\s*(?:\\\\(?:re)?newcommand\\*?\\{?|\\\\def ?)?${nameCommand.source}.*$`, 'gim')
/** Commands whose arguments are not text. */
const layout =
  /\\(?:begin|end|[vh]space|includegraphics|f?colorbox|(?:text)?color|href|usepackage|input|vskip|photo|(?:this)?pagestyle)\*?(?:\[[^\]\n]*\])?(?:\{[^{}\n]*\})?/g

/** Returns the beginning of a LaTeX source file as text, with 'Name:' before each name. Null for any other text. */
export function latexHead(written: string, units: number): string | null {
  // \name[Jane Doe]{Jane Doe \large{Ph.D.}}
  const source = written.includes('\\name[') ? written.replace(/(\\name)\[[^\]\n]*\](?=\{)/, '$1') : written
  if (!source.includes('\\') || !isSource.test(source.slice(0, units))) return null
  const start = Math.max(0, source.indexOf('\\begin{document}'))
  const preamble = source.slice(0, start).match(nameLines) ?? []
  return [...preamble, source.slice(start, start + units)]
    .join('\n')
    .replace(/(?<!\\)%.*$/gm, '')
    .replace(nameCommand, '\nName:')
    .replace(/\\\\(?:\[[^\]\n]*\])?/g, '\n')
    .replace(/^\s*\\(?:(?:re)?new|let|def|set|kern|sbox)[^\n]*$|\\fontsize\{[^{}]*\}\{[^{}]*\}/gm, ' ')
    .replace(layout, ' ')
    .replace(/\\[a-z]+\*?(?:\[[^\]\n]*\])?/gi, ' ')
    .replace(/[{}~$]|\\[ ,;]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^ | $/gm, '')
    .replace(/^[^\p{Lu}\p{Lo}@\n]+\n/gmu, '')
}
