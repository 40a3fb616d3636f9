/** The syntax of Rich Text Format (RTF 1.9.1, "RTF Syntax"): groups, control words and bytes of text. */

/** `word`: a control word or symbol, without its backslash. */
export type Token =
  { kind: 'open' | 'close' } | { kind: 'byte'; value: number } | { kind: 'word'; name: string; value: number | null }

const [backslash, openBrace, closeBrace] = [0x5c, 0x7b, 0x7d]

/** Yields a document's tokens. Line ends produce no token, and binary pictures are skipped. */
export function* tokensOf(file: Buffer): Generator<Token> {
  for (let at = 0; at < file.length;) {
    const byte = file[at]!
    if (byte === openBrace || byte === closeBrace) {
      yield { kind: byte === openBrace ? 'open' : 'close' }
      at += 1
    } else if (byte === backslash) {
      const { token, end } = readControl(file, at + 1)
      at = end
      if (token.kind === 'word' && token.name === 'bin') at += Math.max(0, token.value ?? 0)
      else yield token
    } else {
      if (byte !== 0x0a && byte !== 0x0d && byte !== 0) yield { kind: 'byte', value: byte }
      at += 1
    }
  }
}

function readControl(file: Buffer, start: number): { token: Token; end: number } {
  // A word has at most 32 letters, and a number at most 10 digits.
  const [, name, digits, space] = /^([a-zA-Z]+)(-?\d{1,10})?( ?)/.exec(file.toString('latin1', start, start + 48)) ?? []
  if (name) {
    const end = start + name.length + (digits?.length ?? 0) + (space?.length ?? 0)
    return { token: { kind: 'word', name, value: digits === undefined ? null : Number(digits) }, end }
  }
  const symbol = file.toString('latin1', start, start + 1)
  const hex = file.toString('latin1', start + 1, start + 3)
  if (symbol === "'" && /^[\da-f]{2}$/i.test(hex))
    return { token: { kind: 'byte', value: parseInt(hex, 16) }, end: start + 3 }
  return { token: { kind: 'word', name: symbol, value: null }, end: start + 1 }
}
