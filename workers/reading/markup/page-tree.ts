/**
 * Parses an HTML page to a tree, and walks through the tree.
 *
 * The parser expands only the standard entities, runs nothing and fetches nothing. Its time grows with the square of
 * the nesting depth, as in walk.ts.
 */
import { parseDocument } from 'htmlparser2'

/** A node of the tree: an element, text, or something invisible, such as a comment. */
export type Node = ReturnType<typeof parseDocument>['children'][number]

/** `name`, and the names in `attribs`, are in lower case. */
export type Element = Extract<Node, { attribs: object }>

export type PageVisitor = {
  open(element: Element): void
  text(text: string): void
  close(element: Element): void
}

/** Returns a page's top-level nodes. */
export function parsePage(source: string): Node[] {
  return parseDocument(source).children
}

/** Visits all elements and texts in order, without comments. */
export function walkPage(page: Node[], visitor: PageVisitor): void {
  // Not recursive, because a malicious page can be nested too deeply. The loop follows the links to siblings and
  // parents.
  for (let node = page[0] ?? null; node;) {
    if (isElement(node)) visitor.open(node)
    else if (node.type === 'text') visitor.text(node.data)
    const first = isElement(node) ? node.firstChild : null
    node = first ?? closeUpTo(node, visitor)
  }
}

/**
 * Returns the next node after `last` and its descendants. Calls `close` for each element that ends before that node.
 */
function closeUpTo(last: Node, visitor: PageVisitor): Node | null {
  for (let node: Node = last; ; node = node.parent) {
    if (isElement(node)) visitor.close(node)
    if (node.next) return node.next
    if (!node.parent || node.parent.type === 'root') return null
  }
}

function isElement(node: Node): node is Element {
  return 'attribs' in node
}
