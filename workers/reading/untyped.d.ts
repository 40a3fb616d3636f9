/** The little we use of packages that bring no types. */

declare module 'htmlparser2' {
  export type Handler = {
    onopentag(name: string, attributes: Record<string, string>): void
    ontext(text: string): void
    onclosetag(name: string): void
  }
  export class Parser {
    constructor(handler: Handler, options: { xmlMode: boolean; decodeEntities: boolean })
    end(source: string): void
  }
}

declare module 'textract/lib/extractors/*' {
  type Done = (error: Error | null, text: string | null) => void
  type Options = { preserveLineBreaks?: boolean; exec?: { maxBuffer: number } }
  const extractor: { extract(file: string, options: Options, done: Done): void }
  export default extractor
}
