/** The part of textract that we call; the package has no types. */
declare module 'textract/lib/extractors/*' {
  type Done = (error: Error | null, text: string | null) => void
  type Options = { preserveLineBreaks?: boolean }
  const extractor: { extract(file: string, options: Options, done: Done): void }
  export default extractor
}

/** The part of word-extractor that we call, and what we override; the package has no types. */
declare module 'word-extractor/lib/buffer-reader.js' {
  export default class BufferReader {
    constructor(file: Buffer)
  }
}
declare module 'word-extractor/lib/word-ole-extractor.js' {
  /** A stretch of text: characters from `startCp` on, stored at `startFilePos` with `bpc` bytes each. */
  type Piece = { text: string; startCp: number; startFilePos: number; endFilePos: number; bpc: 1 | 2 }
  type Part = 'Body' | 'Headers' | 'Footers' | 'Textboxes' | 'Footnotes' | 'Endnotes'
  type Options = { filterUnicode: false; includeFooters?: false }
  type WordText = Record<`get${Part}`, (options: Options) => string>
  export default class WordOleExtractor {
    _pieces: Piece[]
    _boundaries: Record<`ccp${'Text' | 'Ftn' | 'Hdd' | 'Atn' | 'Edn'}`, number>
    extract(reader: import('word-extractor/lib/buffer-reader.js').default): Promise<WordText>
    extractWordDocument(document: unknown, stream: Buffer): Promise<WordText>
    writeBookmarks(stream: Buffer, table: Buffer): void
    writeCharacterProperties(stream: Buffer, table: Buffer): void
  }
}

/** The part of bidi-js that we call. Its own types are those of an ES module, but Node loads its CommonJS file. */
declare module 'bidi-js' {
  type Bidi = { getEmbeddingLevels(text: string, base: 'ltr' | 'rtl'): { levels: Uint8Array } }
  export default function bidiFactory(): Bidi
}
