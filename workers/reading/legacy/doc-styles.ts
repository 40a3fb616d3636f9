/**
 * Reads the character styles in a Word 97 to 2003 document, as far as they affect whether a reader sees the characters.
 *
 * Reads property lists ([MS-DOC] 2.6) and the pages that contain them (2.9.33, 2.9.174). Ignores named styles, because
 * people hide text by direct formatting.
 */
import type { Colour } from '../markup/colours.ts'
import { type Style, isOutside, widthShareMin } from '../markup/visibility.ts'
import { readablePointsMin } from '../reading.ts'

/** The style of the characters from byte `start` to byte `end` in the document's stream. */
export type CharacterRun = { start: number; end: number; style: Partial<Style>; deleted: boolean; inTable: boolean }

type Property = { name: number; value: Buffer }
type Run = { start: number; end: number; properties: Property[] }

const pageBytes = 512
/**
 * Two tables list the pages with property lists: one for characters, one for paragraphs. At `at`, the stream's header
 * has the table's offset. On a page, each run has its start and `entryBytes` more bytes.
 */
const characterPages = { at: 0xfa, entryBytes: 1 }
const paragraphPages = { at: 0x102, entryBytes: 13 }

/** Returns the stretches of text that have their own properties. `inTable` is set only if the document shades cells. */
export function characterRuns(stream: Buffer, table: Buffer): CharacterRun[] {
  const paragraphs = readRuns(stream, table, paragraphPages)
  const shadesCells = paragraphs.some(({ properties }) => properties.some(({ name }) => cellShadings.has(name)))
  const runs = readRuns(stream, table, characterPages).sort((one, other) => one.start - other.start)
  paragraphs.sort((one, other) => one.start - other.start)
  let next = 0
  return runs.flatMap(({ start, end, properties }) => {
    while (next < paragraphs.length && paragraphs[next]!.end <= start) next += 1
    const parts: CharacterRun[] = []
    const around = next < paragraphs.length && paragraphs[next]!.start < end ? [] : [{ start, end, properties: [] }]
    for (let at = next; at < paragraphs.length && paragraphs[at]!.start < end; at++)
      around.push(paragraphs[at] as never)
    for (const paragraph of around) {
      parts.push({
        start: Math.max(start, paragraph.start),
        end: Math.min(end, paragraph.end),
        style: { ...styleOf(paragraph.properties), ...styleOf(properties) },
        deleted: isOn(properties, names.deleted),
        inTable: shadesCells && isOn(paragraph.properties, names.inTable),
      })
    }
    return parts
  })
}

function readRuns(stream: Buffer, table: Buffer, { at, entryBytes }: { at: number; entryBytes: number }): Run[] {
  const [start, length] = [stream.readUInt32LE(at), stream.readUInt32LE(at + 4)]
  const list = table.subarray(start, start + length)
  const pages = Math.max(0, Math.floor((list.length - 4) / 8))
  const runs: Run[] = []
  for (let index = 0; index < pages; index++) {
    const number = list.readUInt32LE((pages + 1) * 4 + index * 4)
    const page = stream.subarray(number * pageBytes, (number + 1) * pageBytes)
    if (page.length === pageBytes) runs.push(...readPage(page, entryBytes))
  }
  return runs
}

function readPage(page: Buffer, entryBytes: number): Run[] {
  const count = page[pageBytes - 1]!
  return Array.from({ length: count }, (_, index) => {
    const at = page.readUInt8((count + 1) * 4 + index * entryBytes) * 2
    const list = at === 0 ? page.subarray(0, 0) : entryBytes === 1 ? characterList(page, at) : paragraphList(page, at)
    return { start: page.readUInt32LE(index * 4), end: page.readUInt32LE(index * 4 + 4), properties: readList(list) }
  })
}

function characterList(page: Buffer, at: number): Buffer {
  return page.subarray(at + 1, at + 1 + page[at]!)
}

/**
 * Returns the property list of a paragraph. Its length precedes it, in one of two forms, followed by the number of its
 * style.
 */
function paragraphList(page: Buffer, at: number): Buffer {
  const half = page[at]!
  return half ? page.subarray(at + 3, at + 2 * half) : page.subarray(at + 4, at + 2 + 2 * (page[at + 1] ?? 0))
}

/**
 * [MS-DOC] 2.2.5.1: the three highest bits of a property's name give the length of its value. For 6, the value begins
 * with its length.
 */
const valueBytes = [1, 1, 2, 4, 2, 2, null, 3]
const tableDefinition = 0xd608

function readList(list: Buffer): Property[] {
  const properties: Property[] = []
  for (let at = 0; at + 3 <= list.length;) {
    const name = list.readUInt16LE(at)
    at += 2
    let length = valueBytes[name >> 13] ?? null
    if (name === tableDefinition) length = at + 2 <= list.length ? list.readUInt16LE(at) + 1 : list.length
    else if (length === null) length = list[at++]!
    properties.push({ name, value: list.subarray(at, at + length) })
    at += length
  }
  return properties
}

const names = {
  ...{ deleted: 0x0800, hidden: 0x083c, colour: 0x6870, oldColour: 0x2a42, size: 0x4a43, highlight: 0x2a0c },
  ...{ shading: 0xca71, oldShading: 0x4866, paragraphShading: 0xc64d, oldParagraphShading: 0x442d, inTable: 0x2416 },
  ...{ scale: 0x4852, indent: 0x845e, oldIndent: 0x840f, frameX: 0x8418, frameY: 0x8419, lineHeight: 0x6412 },
}
const moving = new Set([names.indent, names.oldIndent, names.frameX, names.frameY])
const twipsPerPoint = 20

/** [MS-DOC] 2.9.151: a negative height is exact, and clips text that does not fit. */
function isFlat(value: Buffer): boolean {
  const height = value.length >= 4 && value.readInt16LE(2) === 0 ? value.readInt16LE(0) : 0
  return height < 0 && -height < readablePointsMin * twipsPerPoint
}

const cellShadings = new Set([0xd609, 0xd60c, 0xd612, 0xd616, 0xd62d, 0xd670, 0xd671, 0xd672, 0x7627])

/**
 * Returns whether a property is on. Its value is then 1, or 0x81, which means "the opposite of the named style". This
 * assumes that the named style does not hide text.
 */
function isOn(properties: Property[], name: number): boolean {
  return properties.some((property) => property.name === name && (property.value[0]! & 0x7f) === 1)
}

function styleOf(properties: Property[]): Partial<Style> {
  const style: Partial<Style> = {}
  if (isOn(properties, names.hidden)) style.hidden = 'vanish'
  for (const { name, value } of properties) {
    if (name === names.colour) style.ink = colourOf(value, 0)
    if (name === names.oldColour) style.ink = palette[value[0]!] ?? null
    if (name === names.highlight && value[0]) style.paper = palette[value[0]] ?? null
    // In half points.
    if (name === names.size && value.length === 2) style.tiny = value.readUInt16LE(0) < readablePointsMin * 2
    if (name === names.scale && value.length === 2 && value.readUInt16LE(0) < widthShareMin * 100) style.tiny = true
    if (moving.has(name) && value.length === 2 && isOutside(value.readInt16LE(0) / twipsPerPoint)) style.outside = true
    if (name === names.lineHeight && isFlat(value)) style.tiny = true
    if (name === names.shading || name === names.paragraphShading) Object.assign(style, shadingOf(value))
    if (name === names.oldShading || name === names.oldParagraphShading) Object.assign(style, oldShadingOf(value))
  }
  return style
}

/** Returns a colour ([MS-DOC] 2.9.43): red, green, blue, and 0xff for "automatic". */
function colourOf(value: Buffer, at: number): Colour | null {
  return value.length < at + 4 || value[at + 3] === 0xff ? null : [value[at]!, value[at + 1]!, value[at + 2]!]
}

/**
 * Returns a shading ([MS-DOC] 2.9.247): the pattern's colour, the background colour, and the pattern. With pattern 0,
 * only the background is visible; with pattern 1, only the colour.
 */
function shadingOf(value: Buffer): Partial<Style> {
  if (value.length < 10) return {}
  const pattern = value.readUInt16LE(8)
  if (pattern > 1) return { paper: null }
  const paper = colourOf(value, pattern === 0 ? 4 : 0)
  return paper ? { paper } : {}
}

/** Returns a shading in its older 16-bit form ([MS-DOC] 2.9.248). */
function oldShadingOf(value: Buffer): Partial<Style> {
  if (value.length < 2) return {}
  const bits = value.readUInt16LE(0)
  const [colour, ground, pattern] = [bits & 0x1f, (bits >> 5) & 0x1f, bits >> 10]
  if (pattern > 1) return { paper: null }
  const paper = palette[pattern === 0 ? ground : colour]
  return paper ? { paper } : {}
}

/** [MS-DOC] 2.9.119; 0 is automatic. */
const palette: (Colour | null)[] = [
  ...[null, [0, 0, 0], [0, 0, 255], [0, 255, 255], [0, 255, 0], [255, 0, 255], [255, 0, 0], [255, 255, 0]],
  ...[
    [255, 255, 255],
    [0, 0, 128],
    [0, 128, 128],
    [0, 128, 0],
    [128, 0, 128],
    [128, 0, 0],
    [128, 128, 0],
  ],
  ...[
    [128, 128, 128],
    [192, 192, 192],
  ],
] as (Colour | null)[]
