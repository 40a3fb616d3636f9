/** Determines the type of an unsupported file for the error message. */

const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** Archive types, each with the name of an entry that identifies it. */
const archives: [RegExp, string][] = [
  [/^word\/vbaProject\.bin$/, 'application/vnd.ms-word.document.macroEnabled.12'],
  [/^xl\//, `${office}.spreadsheetml.sheet`],
  [/^ppt\//, `${office}.presentationml.presentation`],
  [/^visio\//, 'application/vnd.ms-visio.drawing'],
  [/^Index\/|^Index\.zip$|^index\.(?:xml|apxl)$/, 'application/vnd.apple.iwork'],
  [/^META-INF\/container\.xml$/, 'application/epub+zip'],
  [/^AndroidManifest\.xml$/, 'application/vnd.android.package-archive'],
  [/^META-INF\/MANIFEST\.MF$/, 'application/java-archive'],
]

/** Returns the media type of a zip archive that is not a resume. `head` is the beginning of the file in latin1. */
export function archiveType(names: ReadonlySet<string>, head: string): string {
  const known = archives.find(([name]) => [...names].some((entry) => name.test(entry)))?.[1]
  // OpenDocument 1.3, part 2, 3.3: the first entry is `mimetype`, stored uncompressed.
  const declared = /mimetype(application\/vnd\.oasis\.opendocument\.[a-z-]+)/.exec(head)?.[1]
  return known ?? declared ?? (names.has('content.xml') ? openDocument : 'application/zip')
}

/** Types of OLE compound files, each with the name of a stream that identifies it. */
const compounds: [string, string][] = [
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['__substg1.0_', 'application/vnd.ms-outlook'],
  ['VisioDocument', 'application/vnd.visio'],
  ['Quill', 'application/x-mspublisher'],
]

/** Returns the media type of an OLE compound file that is not a Word document. */
export function compoundType(holds: (stream: string) => boolean): string {
  return compounds.find(([stream]) => holds(stream))?.[1] ?? 'application/x-ole-storage'
}
