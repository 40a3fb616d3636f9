/** The part of textract that we call; it brings no types. */
declare module 'textract/lib/extractors/*' {
  type Done = (error: Error | null, text: string | null) => void
  type Options = { preserveLineBreaks?: boolean; exec?: { maxBuffer: number } }
  const extractor: { extract(file: string, options: Options, done: Done): void }
  export default extractor
}
