/**
 * PDF files that are written object by object, for features that pdfkit does not support: layers, annotations,
 * replacement texts. Every function returns a whole file's bytes.
 */
import { resumeLines } from './resumes.ts'

/** Returns a stream object. `entries` are added to its dictionary. */
export function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** Returns a file with these objects, numbered from 1. */
export function pdfOf(objects: string[]): Buffer {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/**
 * Returns the character map (object number `map`) and the font for a Helvetica in which each letter represents another
 * character.
 */
export function renamedFont(letter: string, character: string, map: number): string[] {
  const [code, unicode] = [letter, character].map((text) => text.charCodeAt(0).toString(16).padStart(4, '0'))
  const codes = `1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <${code!.slice(2)}> <${unicode}> endbfchar`
  return [
    stream('', `/CIDInit /ProcSet findresource begin begincmap ${codes} endcmap`),
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode ${map} 0 R >>`,
  ]
}

/**
 * Returns a file with these lines in a font whose map shifts each letter by 29 codes, as in files that have lost the
 * right map.
 */
export function shiftedPdf(lines: string[]): Buffer {
  const map = '1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <21> <7E> <0004> endbfrange'
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>`,
    stream('', `BT /F 10 Tf 16 TL 50 730 Td\n${lines.map((line) => `(${line}) Tj T*`).join('\n')}\nET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>',
    stream('', `/CIDInit /ProcSet findresource begin begincmap ${map} endcmap`),
  ])
}

/** Returns a page that shows an image's dark pixels (200 dots per inch) as shapes, like outlined letters. */
export function outlinePdf({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }): Buffer {
  const dot = 72 / 200
  const shapes: string[] = []
  for (let row = 0; row < height; row++)
    for (let at = 0; at < width; at++) {
      const start = at
      while (at < width && pixels[row * width + at]! < 128) at++
      if (at > start) shapes.push(`${start} ${height - row - 1} ${at - start} 1 re`)
    }
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width * dot} ${height * dot}] /Contents 4 0 R >>`,
    stream('', `${dot} 0 0 ${dot} 0 0 cm\n${shapes.join('\n')}\nf`),
  ])
}

/**
 * An Asian font that a PDF refers to but does not contain: its collection of characters, its name, and the encoding of
 * its strings.
 */
export type AsianFont = readonly [ordering: string, name: string, encoding: string]
export const japaneseFont: AsianFont = ['Japan1', 'HeiseiMin-W3', 'UniJIS-UCS2-H']
export const koreanFont: AsianFont = ['Korea1', 'HYSMyeongJo-Medium', 'UniKS-UCS2-H']

/** Returns a page with this content and two fonts: Helvetica (`/F`) and the Asian font (`/J`). */
export function asianPdf(content: string, [ordering, font, encoding]: AsianFont): Buffer {
  const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`
  const descriptor = `/FontDescriptor << /Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 723 /Descent -241 /CapHeight 709 /StemV 69 >>`
  const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /DW 1000 /CIDSystemInfo ${system} ${descriptor} >>`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R /J 6 0 R >> >> >>',
    stream('', content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${encoding} /DescendantFonts [${descendant}] >>`,
  ])
}

/** Draws a string in the Asian font and in the font's direction, starting at this position (y upwards). */
export function asianText(text: string, x: number, y: number, points: number): string {
  const codes = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')
  return `BT /J ${points} Tf ${x} ${y} Td <${codes}> Tj ET`
}

/** Additions to the ordinary page: operators, and entries in its dictionaries. Added objects are numbered from 6. */
export type Addition = {
  content?: string
  resources?: string
  fonts?: string
  page?: string
  catalog?: string
  objects?: string[]
}

/** Returns the ordinary resume in 10 pt Helvetica (`/F`), with additions to its only page. */
export function rawPdf({
  content = '',
  resources = '',
  fonts = '',
  page = '',
  catalog = '',
  objects = [],
}: Addition): Buffer {
  const lines = resumeLines.map((line) => `(${line}) Tj T*`).join('\n')
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
        /Resources << /Font << /F 5 0 R ${fonts} >> ${resources} >> ${page} >>`,
    stream('', `BT /F 10 Tf 12 TL 50 730 Td\n${lines}\nET\n${content}`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
  ])
}
