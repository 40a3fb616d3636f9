/**
 * The directory of a zip archive: the names in it, and the size that it claims to unpack to.
 *
 * Owns the refusals that need no unpacking. A directory may lie, so the sandbox's deadline and memory limit stand
 * behind it. Layout: PKWARE APPNOTE 6.3, sections 4.3.12 and 4.3.16.
 *
 * Not yauzl (3.4): this check must read the same directory as JSZip, which opens the archive next. Yauzl refuses what
 * JSZip reads, such as a resume with a mail gateway's bytes behind the end record; it gives strong encryption no code
 * of its own; and it accepts Zip64, where our four-byte sizes read 4 GiB and so refuse the archive.
 */
import { ReadingError } from './reading.ts'

/** A resume of 10 MiB that unpacks to more than this is not a resume. */
const unpackedBytesMax = 50 * 1024 * 1024
/** Office XML packs at about 10:1; 100:1 is a bomb. */
const ratioMax = 100
/** For smaller sizes the ratio says nothing: a page of repeated spaces packs better than 100:1. */
const ratioBytesMin = 1024 * 1024

const endSignature = Buffer.from('PK\x05\x06', 'latin1')
const entrySignature = 0x02014b50
const entryHeaderBytes = 46
const encryptedBit = 0x0001

/**
 * Lists the names of the entries. Throws RESUME_CORRUPTED without a complete directory, RESUME_ENCRYPTED for encrypted
 * entries, RESUME_TOO_LARGE for an archive that unpacks beyond our limits.
 */
export function listZip(file: Buffer): Set<string> {
  const end = file.lastIndexOf(endSignature)
  if (end < 0 || end + 22 > file.length) throw corrupted()
  const count = file.readUInt16LE(end + 10)
  const names = new Set<string>()
  let unpackedBytes = 0
  let at = file.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    if (at + entryHeaderBytes > file.length || file.readUInt32LE(at) !== entrySignature) throw corrupted()
    if (file.readUInt16LE(at + 8) & encryptedBit) throw new ReadingError('RESUME_ENCRYPTED', 'a locked zip entry')
    unpackedBytes += file.readUInt32LE(at + 24)
    const nameEnd = at + entryHeaderBytes + file.readUInt16LE(at + 28)
    names.add(file.subarray(at + entryHeaderBytes, nameEnd).toString('utf8'))
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  const bomb = unpackedBytes > ratioBytesMin && unpackedBytes > file.length * ratioMax
  if (bomb || unpackedBytes > unpackedBytesMax) throw new ReadingError('RESUME_TOO_LARGE', 'unpacks beyond the limit')
  return names
}

function corrupted(): ReadingError {
  return new ReadingError('RESUME_CORRUPTED', 'the zip directory is broken or cut off')
}
