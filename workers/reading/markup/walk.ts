/**
 * Walks through XML, tag by tag, without building a tree.
 *
 * The parser expands only the standard entities, and fetches nothing. Its time grows with the square of the nesting
 * depth (htmlparser2 12: 0.1 s for 10,000 tags, minutes for 300,000). Callers must therefore run in the sandbox, which
 * has a deadline.
 */
import { Parser } from 'htmlparser2'

export type Tag = { name: string; attributes: Map<string, string> }

export type Visitor = {
  /** `path` contains the tags around this one, the nearest one last. */
  open(tag: Tag, path: Tag[]): void
  text(text: string, path: Tag[]): void
  close(tag: Tag, path: Tag[]): void
}

/**
 * Calls the visitor for each tag and text, in order. Names are passed without their namespace prefix, because each
 * document chooses its own prefixes.
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
