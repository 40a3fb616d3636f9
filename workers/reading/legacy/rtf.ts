/**
 * Reads the visible text in a Rich Text Format document.
 *
 * Runs in the sandbox. Decides which groups a reader sees (RTF 1.9.1). rtf-tokens.ts parses the syntax, and
 * rtf-style.ts handles colours and fonts. This is our own parser, because those on npm lose code pages, links or both,
 * and none of them detects hidden text.
 */
import type { HiddenTally } from '../findings.ts'
import { ReadingError } from '../reading.ts'
import { type Colour, white } from '../markup/colours.ts'
import { type Style, whyInvisible } from '../markup/visibility.ts'
import { applyStyle, codePageOf, plainCharacters, type RtfStyle } from './rtf-style.ts'
import { type Token, tokensOf } from './rtf-tokens.ts'

/** The use of a group's text: it is shown, dropped, or defines fonts or colours. */
type Target = 'shown' | 'dropped' | 'fonts' | 'colours'
/** `fallback` is the number of letters after each `\u` that are skipped, because they are only for old readers. */
type Group = RtfStyle & { target: Target; fallback: number; font: number }

/**
 * Groups whose text is not shown, or is shown by another group. For example, a drawing is repeated in a form for old
 * programs.
 */
const dropped = new Set(
  (
    'stylesheet info pict objdata annotation atnid atnauthor xe tc rxe sp shprslt nonshppict bkmkstart bkmkend ' +
    'filetbl listtable listoverridetable revtbl rsidtbl generator fldinst pgdsctbl datafield private themedata latentstyles'
  ).split(' '),
)
/**
 * Groups whose text is visible even if they are marked with `\*`. Other groups with this mark are dropped, because
 * programs may skip them.
 */
const shownThough = new Set(['shpinst', 'ud', 'shptxt', 'do', 'dptxbxtext', 'moveto', 'mmath'])

const letters: Record<string, string> = {
  ...{ par: '\n', line: '\n', sect: '\n', page: '\n', row: '\n', nestrow: '\n', column: '\n', softline: '\n' },
  ...{ tab: '\t', cell: '\t', nestcell: '\t', emspace: ' ', enspace: ' ', qmspace: ' ', '~': '\u00a0', _: '\u2011' },
  ...{ '-': '\u00ad', emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•' },
  ...{ zwj: '\u200d', zwnj: '\u200c', '{': '{', '}': '}', '\\': '\\', '\n': '\n', '\r': '\n' },
}

/**
 * The maximum depth of nested groups, without which a malicious document could fill the memory. Word processors allow
 * far fewer levels.
 */
const depthMax = 1_000

/**
 * Returns a document's text. Throws ReadingError with RESUME_CORRUPTED if its groups are nested too deeply. Like word
 * processors, returns the readable part of a document that is broken in another way.
 */
export function readRtf(file: Buffer, tally: HiddenTally): string {
  const reader = new RtfReader(tally)
  for (const token of tokensOf(file)) reader.take(token)
  return reader.end()
}

class RtfReader {
  readonly #tally: HiddenTally
  readonly #written: string[] = []
  #group: Group = { target: 'shown', fallback: 1, font: -1, ...plainCharacters, paragraph: {} }
  readonly #outer: Group[] = []
  #documentPage = 1252
  #defaultFont = -1
  readonly #pages = new Map<number, number>()
  readonly #colours: (Colour | null)[] = []
  #colour: [number, number, number] | null = null
  /** Undecoded bytes in one code page. A letter may consist of two bytes, in two tokens. */
  #bytes: number[] = []
  #page = 1252
  #skip = 0
  /** Whether a group has just started. Only at this position does `\*` mark a group that programs may skip. */
  #isBegun = false
  #isStarred = false
  /**
   * Whether any table cell is filled. If so, all letters in tables are treated as visible, because it is not tracked
   * which cells are filled.
   */
  #shadesCells = false

  constructor(tally: HiddenTally) {
    this.#tally = tally
  }

  take(token: Token): void {
    if (token.kind === 'byte') return this.#byte(token.value)
    this.#flush()
    if (token.kind === 'open') {
      if (this.#outer.length >= depthMax) throw new ReadingError('RESUME_CORRUPTED', 'RTF groups are nested too deeply')
      this.#outer.push(this.#group)
      this.#group = { ...this.#group }
    } else if (token.kind === 'close') {
      this.#group = this.#outer.pop() ?? this.#group
    } else if (token.kind === 'word') {
      if (this.#skip > 0 && token.name !== 'u') this.#skip -= 1
      else this.#word(token.name, token.value)
    }
    this.#isStarred = this.#isBegun && token.kind === 'word' && token.name === '*'
    this.#isBegun = token.kind === 'open'
    if (token.kind !== 'word') this.#skip = 0
  }

  end(): string {
    this.#flush()
    return this.#written.join('')
  }

  #byte(byte: number): void {
    this.#isBegun = this.#isStarred = false
    if (this.#skip > 0) return void (this.#skip -= 1)
    const { target } = this.#group
    if (target === 'colours' && byte === 0x3b) {
      this.#colours.push(this.#colour)
      this.#colour = null
    }
    if (target !== 'shown') return
    const font = this.#group.font === -1 ? this.#defaultFont : this.#group.font
    const page = this.#pages.get(font) ?? this.#documentPage
    if (page !== this.#page) this.#flush()
    this.#page = page
    this.#bytes.push(byte)
  }

  #word(name: string, value: number | null): void {
    const group = this.#group
    if (dropped.has(name) || (this.#isStarred && !shownThough.has(name))) group.target = 'dropped'
    else if (name === 'fonttbl') group.target = 'fonts'
    else if (name === 'colortbl') group.target = 'colours'
    else if (name === 'upr') group.target = 'dropped'
    else if (name === 'ud' && group.target === 'dropped') group.target = 'shown'
    else if (name === 'ansicpg') this.#documentPage = value || 1252
    else if (name === 'mac') this.#documentPage = 10000
    else if (name === 'deff') this.#defaultFont = value ?? -1
    else if (name === 'uc') group.fallback = value ?? 1
    else if (name === 'f') group.font = value ?? -1
    else if (group.target === 'fonts' && name === 'fcharset') this.#nameFont(codePageOf(value ?? 0))
    else if (group.target === 'fonts' && name === 'cpg') this.#nameFont(value)
    else if (group.target === 'colours') this.#mix(name, value ?? 0)
    else if (group.target !== 'shown') return
    else if (name === 'clcbpat') this.#shadesCells ||= Boolean(value && this.#colours[value])
    else if (name === 'u') this.#unicode(value ?? 0)
    else if (name === 'plain') Object.assign(group, plainCharacters, { font: -1 })
    else if (letters[name] !== undefined) this.#write(letters[name])
    else applyStyle(group, name, value, this.#colours)
  }

  #nameFont(page: number | null): void {
    if (page !== null) this.#pages.set(this.#group.font, page)
  }

  #mix(name: string, value: number): void {
    const channel = ['red', 'green', 'blue'].indexOf(name)
    if (channel >= 0) (this.#colour ??= [0, 0, 0])[channel] = value
  }

  /** RTF writes a UTF-16 unit as a signed number. */
  #unicode(value: number): void {
    this.#write(String.fromCharCode(value & 0xffff))
    this.#skip = this.#group.fallback
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    this.#write(decode(Uint8Array.from(this.#bytes), this.#page))
    this.#bytes = []
  }

  #write(text: string): void {
    const { hidden, tiny, ink, paper, deleted, paragraph } = this.#group
    const { outside = false, flat = false } = paragraph
    const style: Style = { hidden, tiny: tiny || flat, outside, ink, paper: paper ?? paragraph.paper ?? white }
    if ((paragraph.inTable && this.#shadesCells) || paragraph.paper === null) style.paper = paper ?? null
    const why = whyInvisible(style)
    if (why && !deleted) this.#tally.add(why, text)
    // Keep the ends of paragraphs and cells.
    if (!why && !deleted) this.#written.push(text)
    else if (/[\n\t]/.test(text)) this.#written.push(text.replace(/[^\n\t]/g, ''))
  }
}

const decoders = new Map<number, TextDecoder>()

/** Decodes bytes of a Windows code page; an unknown one is treated as Western. */
function decode(bytes: Uint8Array, page: number): string {
  const known = decoders.get(page) ?? decoderOf(page)
  decoders.set(page, known)
  return known.decode(bytes)
}

const pageNames: Record<number, string> = {
  ...{ 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 10000: 'macintosh', 65001: 'utf-8', 866: 'ibm866' },
  ...{ 874: 'windows-874', 28592: 'iso-8859-2', 20866: 'koi8-r', 10007: 'x-mac-cyrillic', 54936: 'gb18030' },
}

function decoderOf(page: number): TextDecoder {
  try {
    return new TextDecoder(pageNames[page] ?? `windows-${page}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
