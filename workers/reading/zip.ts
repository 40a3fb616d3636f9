/**
 * Reads zip archives: the names of the entries, and their contents. The thread that recognises a file and the sandbox
 * that unpacks it both use this module. With two modules, one could check the limits of an archive that the other
 * interprets differently.
 *
 * Limits are checked by the directory, before unpacking. Because a directory can be wrong, the unpacked bytes are
 * counted and compared with it.
 */
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import type { ResumeSizes } from '../tasks.ts'
import { ReadingError } from './reading.ts'

/**
 * The maximum compression ratio applies only to archives that unpack to more than this, because even a page of repeated
 * spaces compresses better than 100:1.
 */
const ratioBytesMin = 1024 * 1024

// PKWARE APPNOTE 6.3, sections 4.3.15 and 4.3.16.
const endSignature = Buffer.from('PK\x05\x06', 'latin1')
const endBytes = 22
const locatorSignature = Buffer.from('PK\x06\x07', 'latin1')
const locatorBytes = 20
const zip64ExtraField = 0x0001

export type Zip = {
  names: ReadonlySet<string>
  /**
   * Returns an entry; empty if there is none with that name. Throws RESUME_CORRUPTED if the entry does not match the
   * directory.
   */
  bytes(name: string): Promise<Buffer>
  /** Like `bytes`, decoded as UTF-8. */
  text(name: string): Promise<string>
}

/**
 * Opens an archive. Throws RESUME_CORRUPTED if the directory is not complete, RESUME_ENCRYPTED if entries are
 * encrypted, and RESUME_TOO_LARGE if the archive unpacks beyond our limits. Throws RESUME_CONVERSION_FAILED for Zip64
 * and for an archive on several disks, which no resume needs.
 */
export async function openZip(file: Buffer, sizes: ResumeSizes): Promise<Zip> {
  const { zip, entries } = await readDirectory(withoutTail(file))
  const unpackedBytes = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const bomb = unpackedBytes > ratioBytesMin && unpackedBytes > file.length * sizes.unpackedRatio
  if (bomb || unpackedBytes > sizes.unpackedBytes)
    throw new ReadingError('RESUME_TOO_LARGE', 'the archive unpacks to more than the limit')
  const bytes = async (name: string) => {
    const entry = entries.get(name)
    return entry ? unpack(zip, entry) : Buffer.alloc(0)
  }
  return { names: new Set(entries.keys()), bytes, text: async (name) => (await bytes(name)).toString('utf8') }
}

/** Removes bytes after the end record, which mail gateways append and yauzl refuses. */
function withoutTail(file: Buffer): Buffer {
  const end = file.lastIndexOf(endSignature)
  if (end < 0 || end + endBytes > file.length) throw corrupted()
  const isZip64 = file.subarray(Math.max(0, end - locatorBytes), end).indexOf(locatorSignature) === 0
  const disks = file.readUInt32LE(end + 4) // this disk, and the one where the directory begins: 0
  if (isZip64 || disks !== 0)
    throw new ReadingError('RESUME_CONVERSION_FAILED', 'the zip archive uses Zip64 or is split into parts', {
      reason: 'unsupported_type',
      fileType: 'application/zip',
    })
  const tail = end + endBytes + file.readUInt16LE(end + endBytes - 2)
  return file.subarray(0, tail)
}

async function readDirectory(file: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const entries = new Map<string, Entry>()
  try {
    // Names are not decoded, because entries are only looked up by them.
    const zip = await fromBufferPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false })
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw locked()
      if (entry.extraFields.some(({ id }) => id === zip64ExtraField)) {
        throw new ReadingError('RESUME_CONVERSION_FAILED', 'the zip archive uses Zip64', {
          reason: 'unsupported_type',
          fileType: 'application/zip',
        })
      }
      entries.set(entry.fileNameRaw.toString('utf8'), entry)
    }
    return { zip, entries }
  } catch (error) {
    if (error instanceof ReadingError) throw error
    // yauzl throws for such an entry before it returns it.
    throw /strong encryption/.test((error as Error).message) ? locked() : corrupted()
  }
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  // yauzl counts the unpacked bytes, and throws if their number differs from that in the directory.
  const bytes = await zip
    .openReadStreamPromise(entry)
    .then(buffer)
    .catch(() => Promise.reject(corrupted()))
  if (crc32(bytes) !== entry.crc32) throw corrupted()
  return bytes
}

function locked(): ReadingError {
  return new ReadingError('RESUME_ENCRYPTED', 'an entry of the zip archive is encrypted')
}

function corrupted(): ReadingError {
  return new ReadingError('RESUME_CORRUPTED', 'the zip archive is damaged or truncated')
}
