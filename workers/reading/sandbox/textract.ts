/**
 * textract's reader of OpenDocument texts, of a file that we have written.
 *
 * textract's own entry point is bypassed: it turns every `|` into a quote and every bullet and letter beyond its list into
 * a space, and it probes six converters by shell before the first file.
 */
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import JSZip from 'jszip'
import odt from 'textract/lib/extractors/odt.js'

/** The text of a document with this `content.xml`, which takes the place of `file`. */
export async function extractOdt(file: string, content: string): Promise<string> {
  const zip = new JSZip()
  zip.file('content.xml', content)
  await writeFile(file, await zip.generateAsync({ type: 'nodebuffer' }))
  return (await promisify(odt.extract.bind(odt))(file, { preserveLineBreaks: true })) ?? ''
}
