/**
 * Decodes bytes to text, and normalises text.
 *
 * Handles character encodings and white space. Does not judge the content (hidden-characters.ts does).
 */
import { isUtf8 } from 'node:buffer'

/**
 * Control characters that plain text does not contain: all except tabs, line ends, form feeds, vertical tabs and
 * escapes.
 */
const binaryControl = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/g

/**
 * The maximum share of control characters in text. Random bytes have about 11 %, and text has none; 2 % tolerates a
 * damaged text file.
 */
const binaryShareMax = 0.02

/** The part of a file that is examined to detect its encoding, and whether it is text. */
const sampleBytes = 64 * 1024

/** The number of bytes that are decoded per step. Decoding stops after the step that reaches the limit. */
const stepBytes = 1024 * 1024

/**
 * Decodes text in this encoding. If the text is longer than `unitsMax` UTF-16 units, returns slightly more than that.
 */
export function decodeText(bytes: Uint8Array, encoding: string, unitsMax = Infinity): string {
  const decoder = new TextDecoder(encoding)
  let text = ''
  for (let at = 0; at < bytes.length && text.length < unitsMax; at += stepBytes)
    text += decoder.decode(bytes.subarray(at, at + stepBytes), { stream: true })
  return text + decoder.decode()
}

/** Returns whether the output of `decodeText` shows that a file's bytes were not text. */
export function isBinary(text: string): boolean {
  const sample = text.slice(0, sampleBytes)
  const controls = sample.match(binaryControl)?.length ?? 0
  return controls > sample.length * binaryShareMax
}

/** Returns a text's encoding: UTF-8, UTF-16, the one that a page declares, or the likeliest one for its letters. */
export async function encodingOf(bytes: Uint8Array): Promise<string> {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  // Zeros indicate UTF-16, and escapes ISO-2022. Bytes in these encodings can also be valid UTF-8.
  if (!sample.includes(0) && !sample.includes(0x1b) && isUtf8(bytes)) return 'utf-8'
  return declaredEncoding(sample) ?? (await likelyEncoding(sample)) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

/**
 * A declaration is in the first kilobyte (HTML, 13.2.3.2), in letters that are the same in all single-byte encodings.
 */
const declaredWithin = 1024

function declaredEncoding(sample: Uint8Array): string | null {
  const head = Buffer.from(sample.subarray(0, declaredWithin)).toString('latin1')
  const name = /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w-]+)|^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([\w-]+)/i.exec(head)
  const label = name && knownLabel((name[1] ?? name[2])!)
  // A declaration of UTF-16 or UTF-8 is wrong. The page is not in UTF-16, because the declaration was readable as
  // single bytes, and not in UTF-8, which was ruled out before.
  return label && !/^utf/.test(label) ? label : null
}

/** The minimum confidence of jschardet. Its wrong guesses for short texts in windows-1252 had a lower one. */
const confidenceMin = 0.15

/** Python's encoding names that differ from the names used on the web. */
const webNames: Record<string, string> = {
  ...{ 'utf-16-le': 'utf-16le', 'utf-16-be': 'utf-16be', CP932: 'shift_jis', CP949: 'euc-kr', CP874: 'windows-874' },
}

async function likelyEncoding(sample: Uint8Array): Promise<string | null> {
  const { default: jschardet } = await import('jschardet')
  const { encoding, confidence } = jschardet.detect(Buffer.from(sample))
  return encoding && confidence >= confidenceMin ? knownLabel(webNames[encoding] ?? encoding) : null
}

function knownLabel(label: string): string | null {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** Bullets of the Symbol and Wingdings fonts, which are extracted as private-use code points. */
const privateBullet = /[\uf0a7\uf0b7\uf0a8\uf076\uf0d8\uf0fc]/g

/** A bullet on its own line, which some programs write above the item. */
const looseBullet = /^([•●▪◦‣∙○■□❖➢➤✓]) ?\n(?=[^\n•●▪◦‣∙○■□❖➢➤✓])/gm

/**
 * Radicals that fonts use for ordinary characters and that NFKC does not replace (Unicode,
 * EquivalentUnifiedIdeograph.txt).
 */
const radicals = new Map(
  Array.from(
    '⺟母⺠民⻁虎⻄西⻅见⻆角⻈讠⻉贝⻋车⻌辶⻐钅⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻠饣⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻬齐⻮齿⻰龙⻳龟'.match(
      /../gu,
    )!,
    ([radical, character]) => [radical!, character!],
  ),
)

/** Latin ligatures, which NFC does not replace. Without this, 'certiﬁed' would not match any criterion. */
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st']

/**
 * Returns the normal form of a text, which is hashed, scored and quoted: NFC, only `\n` as line ends, one space between
 * words, at most one blank line in a row, no control characters, no lone surrogates.
 */
export function normaliseText(text: string): string {
  return (
    text
      .replace(/\r\n?|[\f\v\u0085\u2028\u2029]/g, '\n')
      .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/gu, '')
      .replace(privateBullet, '•')
      // Kangxi radicals, which some fonts use for ordinary characters, and vertical forms of punctuation. Both are
      // replaced with the ordinary character.
      .replace(/[\u2f00-\u2fd5\ufe10-\ufe18\ufe31-\ufe44\ufe47\ufe48]/g, (form) => form.normalize('NFKC'))
      .replace(/[\u2e80-\u2ef3]/g, (radical) => radicals.get(radical) ?? radical)
      .replace(/[\ufb00-\ufb06]/g, (ligature) => ligatures[ligature.charCodeAt(0) - 0xfb00]!)
      .replace(/[\t\p{Zs}\ue000-\uf8ff]+/gu, ' ')
      .replace(/^ | $/gm, '')
      .replace(looseBullet, '$1 ')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .normalize('NFC')
  )
}
