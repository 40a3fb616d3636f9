/** Collects deliberately broken files, each with the codes that are allowed. */
import { brokenArchives, brokenOpenDocuments } from './broken/archives.ts'
import { type Broken, brokenFiles, type Ends } from './broken/broken.ts'
import { brokenPapers } from './broken/papers.ts'
import { brokenPictures } from './broken/pictures.ts'
import { brokenMails, brokenOldWord, brokenPages, brokenRichTexts, brokenTexts } from './broken/texts.ts'
import type { Entry } from './entry.ts'

/** Returns all files that are broken in a specific way. */
export async function makeBroken(): Promise<Broken[]> {
  const files = await Promise.all([
    brokenFiles('docx', brokenArchives),
    brokenFiles('odt', brokenOpenDocuments),
    brokenFiles('html', brokenPages),
    brokenFiles('rtf', brokenRichTexts),
    brokenFiles('doc', brokenOldWord),
    brokenFiles('mail', brokenMails),
    brokenFiles('text', brokenTexts),
    brokenFiles('pdf', brokenPapers),
    brokenFiles('picture', brokenPictures),
  ])
  return files.flat()
}

const anyEnd: Ends[] = [
  ...['read' as const, 'RESUME_EMPTY' as const, 'RESUME_ENCRYPTED' as const, 'RESUME_CORRUPTED' as const],
  ...['RESUME_TOO_LARGE' as const, 'RESUME_CONVERSION_FAILED' as const, 'RESUME_PARSE_FAILED' as const],
]

/** Takes one file in each format, and returns copies that are truncated or overwritten at several positions. */
export function makeDamaged(corpus: Entry[]): Broken[] {
  const first = new Map(corpus.toReversed().map((entry) => [entry.format, entry]))
  return [...first.values()].flatMap(({ format, bytes }) =>
    [0.02, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.98].flatMap((share) => {
      const at = Math.floor(bytes.length * share)
      const broken = Buffer.from(bytes).fill(0xff, at, Math.min(at + 8, bytes.length))
      return [
        { format, name: `cut off at ${share}`, bytes: bytes.subarray(0, at), ends: anyEnd },
        { format, name: `overwritten at ${share}`, bytes: broken, ends: anyEnd },
      ]
    }),
  )
}
