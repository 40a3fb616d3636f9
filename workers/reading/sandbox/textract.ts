/**
 * Calls textract's reader for OpenDocument files with a file that contains only the visible text.
 *
 * Does not use textract's own entry point. That would replace every `|` with a quote, and every bullet and unlisted
 * letter with a space. It would also start six programs through a shell before the first file.
 */
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import JSZip from 'jszip'
import odt from 'textract/lib/extractors/odt.js'

/** Returns the text in a document with this `content.xml`, which replaces `file`. */
export async function extractOdt(file: string, content: string): Promise<string> {
  const zip = new JSZip()
  zip.file('content.xml', content)
  await writeFile(file, await zip.generateAsync({ type: 'nodebuffer' }))
  return (await promisify(odt.extract.bind(odt))(file, { preserveLineBreaks: true })) ?? ''
}
