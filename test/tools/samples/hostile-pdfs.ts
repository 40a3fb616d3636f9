/**
 * PDF files of a few kilobytes that are within every limit but keep a reader busy for minutes. The time is spent on
 * rendering: a page with text is rendered to find out how much of the text a person can see.
 */

import { pdfOf, stream } from './raw-pdfs.ts'

/** Ways to make rendering one page take minutes. */
export const hostileKinds = ['tiling', 'shadings', 'groups'] as const
/** The file `crowd` exceeds PDFium's memory immediately. */
export type HostileKind = (typeof hostileKinds)[number] | 'crowd'

/** Enough for rendering to take minutes, but few enough to fit into memory. */
const [shadings, groups] = [20_000, 5_000]
const groupsBeyondMemory = 20_000

const groupObjects = [
  stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group << /S /Transparency /I true >>',
    '0.9 g 0 0 612 792 re f',
  ),
  '<< /Type /ExtGState /ca 0.5 /BM /Multiply >>',
]
const groupResources = '/XObject << /X 6 0 R >> /ExtGState << /G 7 0 R >>'

/** The objects from number 6 on, the page's resources, and what is drawn before the page's text. */
const pages: Record<HostileKind, { objects: string[]; resources: string; paint: string }> = {
  // Billions of tiles, a hundredth of a point apart.
  tiling: {
    objects: [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.01 /YStep 0.01 /Resources << >>',
        '0.9 g 0 0 1 1 re f',
      ),
    ],
    resources: '/Pattern << /P 6 0 R >>',
    paint: '/Pattern cs /P scn 0 0 612 792 re f',
  },
  shadings: {
    objects: [
      '<< /ShadingType 3 /ColorSpace /DeviceRGB /Coords [300 400 0 300 400 600] /Function 7 0 R /Extend [true true] >>',
      '<< /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0.8 0.9 1] /N 1.5 >>',
    ],
    resources: '/Shading << /S 6 0 R >>',
    paint: '/S sh\n'.repeat(shadings),
  },
  groups: {
    objects: groupObjects,
    resources: groupResources,
    paint: '/G gs\n' + '/X Do\n'.repeat(groups),
  },
  crowd: {
    objects: groupObjects,
    resources: groupResources,
    paint: '/G gs\n' + '/X Do\n'.repeat(groupsBeyondMemory),
  },
}

/** Returns a file that has different content for each `number`. */
export function hostilePdf(kind: HostileKind, number: number): Buffer {
  const { objects, resources, paint } = pages[kind]
  const text = `BT /F 12 Tf 40 740 Td (Applicant ${number} of many, with years of experience in painting) Tj 0 -700 Td (End) Tj ET`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${resources} >> >>`,
    stream('', `q\n${paint}\nQ\n0 g ${text}`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  ])
}
