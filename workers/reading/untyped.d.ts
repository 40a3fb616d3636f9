/** The part of textract that we call; the package has no types. */
declare module 'textract/lib/extractors/*' {
  type Done = (error: Error | null, text: string | null) => void
  type Options = { preserveLineBreaks?: boolean }
  const extractor: { extract(file: string, options: Options, done: Done): void }
  export default extractor
}

/** The part of word-extractor that we call; the package has no types. */
declare module 'word-extractor' {
  type Part = 'Body' | 'Headers' | 'Footers' | 'Textboxes' | 'Footnotes' | 'Endnotes'
  type Options = { filterUnicode: false; includeFooters?: false }
  export default class WordExtractor {
    extract(file: Buffer): Promise<Record<`get${Part}`, (options: Options) => string>>
  }
}

/** The part of bidi-js that we call. Its own types are for an ES module, but Node loads its CommonJS file. */
declare module 'bidi-js' {
  type Bidi = { getEmbeddingLevels(text: string, base: 'ltr' | 'rtl'): { levels: Uint8Array } }
  export default function bidiFactory(): Bidi
}
