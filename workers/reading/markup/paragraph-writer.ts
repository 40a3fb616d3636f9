/**
 * Writes an office document's visible text, paragraph by paragraph, as lines or as a minimal document in the same
 * format.
 *
 * Orders the paragraphs: the content of a text box or a note follows the paragraph that it is anchored to.
 */
import { type Style, whyInvisible } from './visibility.ts'
import type { HiddenTally } from '../findings.ts'

/** The tags around a paragraph, and how its text is encoded. */
export type ParagraphTags = { open: string; close: string; text(text: string): string }

type Frame = { written: string[]; aside: string[]; depth: number }

export class ParagraphWriter {
  readonly #tags: ParagraphTags
  readonly #tally: HiddenTally
  readonly #frames: Frame[] = [{ written: [], aside: [], depth: 0 }]

  constructor(tags: ParagraphTags, tally: HiddenTally) {
    this.#tags = tags
    this.#tally = tally
  }

  openParagraph(): void {
    const frame = this.#frame
    frame.depth += 1
    if (frame.depth === 1) frame.written.push(this.#tags.open)
  }

  closeParagraph(): void {
    const frame = this.#frame
    frame.depth -= 1
    if (frame.depth === 0) frame.written.push(this.#tags.close, ...frame.aside.splice(0))
  }

  /** Adds text in this style, or records why it is omitted. Text outside paragraphs is not shown. */
  text(text: string, style: Style): void {
    if (this.#frame.depth === 0) return
    const invisible = whyInvisible(style)
    if (invisible) this.#tally.add(invisible, text)
    else this.#frame.written.push(this.#tags.text(text))
  }

  /** Adds something without a style, such as a line break. */
  mark(written: string): void {
    if (this.#frame.depth > 0) this.#frame.written.push(written)
  }

  /** Adds paragraphs that are already written. */
  block(written: string): void {
    if (written === '') return
    this.openParagraph()
    this.mark(written)
    this.closeParagraph()
  }

  /** Begins content that is anchored to the current paragraph and has its own paragraphs. `closeAside` ends it. */
  openAside(): void {
    this.#frames.push({ written: [], aside: [], depth: 0 })
  }

  closeAside(): void {
    if (this.#frames.length === 1) return
    const { written, aside } = this.#frames.pop()!
    const frame = this.#frame
    const target = frame.depth > 0 ? frame.aside : frame.written
    target.push(written.concat(aside).join(''))
  }

  toString(): string {
    return this.#frames[0]!.written.join('')
  }

  get #frame(): Frame {
    return this.#frames.at(-1)!
  }
}
