/**
 * Walks through XML, tag by tag, without building a tree.
 *
 * The parser expands only the standard entities, and fetches nothing. Its time grows with the square of the nesting
 * depth (htmlparser2 12: 0.1 s for 10,000 tags, minutes for 300,000), so it needs the sandbox's deadline.
 */
import { Parser } from 'htmlparser2'

export type Tag = { name: string; attributes: Map<string, string> }

export type Visitor = {
  /** `path` has the tags around this one, the nearest one last. */
  open(tag: Tag, path: Tag[]): void
  text(text: string, path: Tag[]): void
  close(tag: Tag, path: Tag[]): void
}

/**
 * Walks through markup. Names are passed without their prefix, because a document may choose any prefix, and it does
 * not affect what a reader sees.
 */
export function walkMarkup(source: string, visitor: Visitor): void {
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const path: Tag[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const named = Object.entries(attributes).map(([key, value]): [string, string] => [local(key), value])
        const tag = { name: local(name), attributes: new Map(named) }
        visitor.open(tag, path)
        path.push(tag)
      },
      ontext(text) {
        visitor.text(text, path)
      },
      onclosetag() {
        const tag = path.pop()
        if (tag) visitor.close(tag, path)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(source)
}
