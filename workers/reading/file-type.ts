/**
 * Recognises a file's type by its bytes alone, never by names, URLs or headers.
 *
 * Defines the order in which types are tried.
 */
import type { ResumeSizes, ResumeType } from '../tasks.ts'
import { isMail } from './mail/headers.ts'
import { previewName } from './inner-files.ts'
import { archiveType, compoundType } from './other-types.ts'
import { decodeText, encodingOf, isBinary } from './plain-text.ts'
import { ReadingError, readUnitsMax } from './reading.ts'
import { openZip } from './zip.ts'

type PlainType = 'text' | 'markdown'
type MarkupType = 'html' | 'wordxml' | 'json' | 'xml'
type TextType = PlainType | MarkupType

const imageTypes = ['png', 'jpeg', 'tiff', 'webp', 'heic', 'avif'] as const satisfies ResumeType[]
export type ImageType = (typeof imageTypes)[number]

/** Returns whether files of this type can only be read with OCR. */
export function isImage(type: ResumeType): type is ImageType {
  return (imageTypes as readonly ResumeType[]).includes(type)
}

/**
 * The type of a file. For plain text and Markdown, also the decoded text, up to the limit. For other text formats, also
 * the encoding.
 */
export type Recognised =
  | { type: Exclude<ResumeType, TextType> }
  | { type: Exclude<TextType, PlainType>; encoding: string }
  | { type: PlainType; text: string }

/**
 * Like PDF readers, looks for `%PDF-` in the whole first kilobyte, because mail gateways prepend bytes (PDF 1.7, annex
 * H.3.4.1).
 */
const pdfMarkWithin = 1024

/**
 * Text formats are recognised by this many characters at the start of a file. The patterns below would take seconds for
 * megabytes of brackets.
 */
const textHeadUnits = 64 * 1024

/**
 * Returns the type of a file. Throws RESUME_CONVERSION_FAILED for an unsupported type. Throws RESUME_ENCRYPTED or
 * RESUME_TOO_LARGE if a container's directory already shows the problem.
 */
export async function recognise(bytes: Uint8Array, sizes: ResumeSizes): Promise<Recognised> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.subarray(0, pdfMarkWithin).includes('%PDF-')) return { type: 'pdf' }
  if (startsWith(file, 'PK\x03\x04') || startsWith(file, 'PK\x05\x06')) return { type: await zipType(file, sizes) }
  if (startsWith(file, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { type: oleType(file) }
  if (startsWith(file, '{\\rtf')) return { type: 'rtf' }
  const image = await imageType(file)
  if (image) return { type: image }
  const encoding = await encodingOf(file)
  const head = decodeText(file, encoding, textHeadUnits).slice(0, textHeadUnits)
  if (isBinary(head)) throw unsupported('application/octet-stream')
  if (isMail(head)) return { type: 'mail' }
  if (/^[\s\ufeff]*[[{]/.test(head)) {
    const text = decodeText(file, encoding, readUnitsMax(sizes))
    return isJson(text) ? { type: 'json', encoding } : { type: 'text', text }
  }
  const type = textType(head)
  return isMarkup(type) ? { type, encoding } : { type, text: decodeText(file, encoding, readUnitsMax(sizes)) }
}

function startsWith(file: Buffer, mark: string): boolean {
  return file.subarray(0, mark.length).equals(Buffer.from(mark, 'latin1'))
}

function unsupported(fileType: string): ReadingError {
  return new ReadingError('RESUME_CONVERSION_FAILED', `the file is ${fileType}`, {
    reason: 'unsupported_type',
    fileType,
  })
}

/** The package file-type reads only this many bytes. */
const markWithin = 4_100
/** Matches a byte that text does not contain, except for the zeros in UTF-16. */
const controlByte = /[\0-\x08\x0e-\x1a\x1c-\x1f]/

const images: Record<string, ImageType> = { png: 'png', apng: 'png', jpg: 'jpeg', webp: 'webp' }

/**
 * TIFF 6.0, section 2, and BigTIFF, in both byte orders. file-type would also need the directory, which is usually at
 * the end of the file.
 */
const tiffMarks = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+']
/** ISO/IEC 23008-12, 10: a file lists its own brand, that of its family, or both, in any order. */
const heicBrands = /^(?:hei[csmx]|hev[cmsx]|mif[12]|msf1|miaf)$/
const brandsWithin = 256

/**
 * Returns the type of an image; null for text and unknown files. Throws RESUME_CONVERSION_FAILED for any other known
 * type.
 */
async function imageType(file: Buffer): Promise<ImageType | null> {
  if (tiffMarks.some((mark) => startsWith(file, mark))) return 'tiff'
  const head = file.subarray(0, markWithin)
  const heif = heifType(head)
  if (heif) return heif
  // Text can begin with the two letters that mark an image format, such as BM.
  if (!controlByte.test(head.toString('latin1'))) return null
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (!found || /\b(?:xml|html)$|^text\//.test(found.mime)) return null
  const image = images[found.ext]
  if (!image) throw unsupported(found.mime)
  return image
}

function heifType(head: Buffer): 'heic' | 'avif' | null {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return null
  const brands = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), brandsWithin)).match(/[^]{4}/g) ?? []
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'avif'
  return brands.some((brand) => heicBrands.test(brand)) ? 'heic' : null
}

/** Returns the type of an office container. A document with macros has a different type, which is not supported. */
async function zipType(file: Buffer, sizes: ResumeSizes): Promise<'docx' | 'odt' | 'pages'> {
  const { names } = await openZip(file, sizes)
  // Word for the web adds a number to the document part's name.
  const isWord = [...names].some((name) => /^word\/document\d*\.xml$/.test(name))
  if (isWord && !names.has('word/vbaProject.bin')) return 'docx'
  // OpenDocument 1.3, part 2, 3.3: the first entry is `mimetype`, stored uncompressed.
  const head = file.subarray(0, 256).toString('latin1')
  const isOpenText = /mimetypeapplication\/vnd\.oasis\.opendocument\.text(?!-)/.test(head)
  if (isOpenText && names.has('content.xml')) return 'odt'
  if (previewName(names) !== null) return 'pages'
  throw unsupported(archiveType(names, head))
}

/**
 * Returns the type of an OLE compound file, by the names of its streams, which are in UTF-16. An encrypted docx is also
 * such a file ([MS-OFFCRYPTO] 2.3.4).
 */
function oleType(file: Buffer): 'doc' {
  const holds = (stream: string): boolean => file.includes(Buffer.from(stream, 'utf16le'))
  if (holds('EncryptedPackage')) throw new ReadingError('RESUME_ENCRYPTED', 'the office document is encrypted')
  if (holds('WordDocument')) return 'doc'
  throw unsupported(compoundType(holds))
}

/** White space, marks and comments that may precede the first tag of an HTML page. */
const beforeHtml = /^[\s\ufeff]*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*/
const htmlStart =
  /^<(?:!doctype\s+html|html|head|body|meta|title|div|table|p|h[1-6]|span|section|article|main|header|ul|ol|dl|strong|b|em|i|u|font|center|br|hr|a|img|style)\b[^<>]*>/i
/** Tags that are frequent in HTML and rare in other files. */
const htmlTags = /<\/?(?:p|br|ul|ol|li|div|strong|b|em|h[1-6]|table|tr|td|span)(?:\s[^<>]{0,200})?\/?>/gi
const fragmentTagsMin = 6

/** Headings, links and bold text show that a file is Markdown. Other Markdown also occurs in plain text (`- Java`). */
const markdownMark = /^#{1,6} \S|\[[^\]\n]{1,200}\]\(\S{1,500}\)|\*\*[^*\n]{1,200}\*\*|^```/m

/** Returns whether a text is a fragment of HTML, such as an HTML form submits. A fragment may begin with plain text. */
function isFragment(head: string): boolean {
  const tags = head.match(htmlTags) ?? []
  return tags.length >= fragmentTagsMin && tags.some((tag) => tag.startsWith('</') || /^<br/i.test(tag))
}

/** Returns whether a text is XML: it has an XML declaration, or a root element that ends where the text ends. */
function isXml(head: string): boolean {
  const text = head.replace(beforeHtml, '').trimEnd()
  if (/^[\s\ufeff]*<\?xml\b/.test(head)) return true
  const [, root] = /^<([A-Za-z_][\w.:-]*)[\s>]/.exec(text) ?? []
  return root !== undefined && text.endsWith(`</${root}>`) && !htmlStart.test(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isMarkup(type: TextType): type is MarkupType {
  return type !== 'text' && type !== 'markdown'
}

function textType(head: string): TextType {
  if (htmlStart.test(head.replace(beforeHtml, ''))) return 'html'
  if (/^[\s\ufeff]*<\?xml\b[^]{0,2000}<\w+:wordDocument\b/.test(head)) return 'wordxml'
  if (isXml(head)) return 'xml'
  if (head.startsWith('%!PS')) throw unsupported('application/postscript')
  if (markdownMark.test(head)) return 'markdown'
  return isFragment(head) ? 'html' : 'text'
}
