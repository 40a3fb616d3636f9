/**
 * Finds the parts of a Word document that a reader sees, through the relationships between parts (ECMA-376, part 2,
 * 6.5).
 */
import { walkMarkup } from './walk.ts'
import type { Zip } from '../zip.ts'

/** Types of relationships, in reading order. Comments, templates and custom XML are not read. */
const before = ['header']
const after = ['diagramData', 'footnotes', 'endnotes', 'footer']

/** Returns the names of the visible parts, in reading order. A part to which no relationship leads is not visible. */
export async function shownParts(zip: Zip): Promise<string[]> {
  const { main, folder, relations } = await mainRelations(zip)
  const of = (kinds: string[]) => kinds.flatMap((kind) => [...targetsOf(relations, folder, kind).values()].sort())
  return [...of(before), main, ...of(after)]
}

/** Returns the names of embedded documents, by the ids of their relationships. */
export async function chunkParts(zip: Zip): Promise<Map<string, string>> {
  const { folder, relations } = await mainRelations(zip)
  return targetsOf(relations, folder, 'aFChunk')
}

async function mainRelations(zip: Zip): Promise<{ main: string; folder: string; relations: string }> {
  const [main = 'word/document.xml'] = targetsOf(await zip.text('_rels/.rels'), '', 'officeDocument').values()
  const [folder, name] = [main.slice(0, main.lastIndexOf('/') + 1), main.slice(main.lastIndexOf('/') + 1)]
  return { main, folder, relations: await zip.text(`${folder}_rels/${name}.rels`) }
}

/**
 * Returns, by id, the targets of relationships whose type ends in this word. The beginning of the type differs between
 * versions of the format.
 */
function targetsOf(relations: string, folder: string, kind: string): Map<string, string> {
  const targets = new Map<string, string>()
  walkMarkup(relations, {
    open({ name, attributes }) {
      const target = attributes.get('Target')
      if (name !== 'Relationship' || target === undefined || attributes.get('TargetMode') === 'External') return
      if (attributes.get('Type')?.endsWith(`/${kind}`))
        targets.set(
          attributes.get('Id') ?? String(targets.size),
          target.startsWith('/') ? target.slice(1) : folder + target,
        )
    },
    text() {},
    close() {},
  })
  return targets
}
