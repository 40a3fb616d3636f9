/** Zip archives with a false directory or an unsupported feature, and archives with appended bytes. */
import test from 'ava'
import { outcomeOf } from '../../tools/reading.ts'
import { makeDocx } from '../../tools/samples/resumes.ts'

const entryHeaderBytes = 46
const endOf = (file: Buffer): number => file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
const entryOf = (file: Buffer, name: string): number => file.lastIndexOf(name) - entryHeaderBytes

/** Applies `change` to a resume's archive, reads the archive, and returns the outcome. */
async function changed(change: (file: Buffer) => Buffer | void): Promise<string> {
  const file = Buffer.from(await makeDocx())
  return outcomeOf(change(file) ?? file)
}

test('a file whose unpacked size differs from the directory is corrupted', async (t) => {
  for (const by of [-1, 1]) {
    const lie = (file: Buffer) => {
      const at = entryOf(file, 'word/document.xml') + 24
      file.writeUInt32LE(file.readUInt32LE(at) + by, at)
    }
    t.is(await changed(lie), 'RESUME_CORRUPTED')
  }
})

test('a file whose checksum is wrong is corrupted', async (t) => {
  t.is(await changed((file) => void file.writeUInt32LE(1, entryOf(file, 'word/document.xml') + 16)), 'RESUME_CORRUPTED')
})

test('an archive in the Zip64 format is refused, whether its end or an entry says so', async (t) => {
  const locator = Buffer.concat([Buffer.from('PK\x06\x07', 'latin1'), Buffer.alloc(16)])
  const inEnd = (file: Buffer) => Buffer.concat([file.subarray(0, endOf(file)), locator, file.subarray(endOf(file))])
  t.is(await changed(inEnd), 'RESUME_CONVERSION_FAILED')
  const inEntry = (file: Buffer) => {
    const at = entryOf(file, 'word/document.xml')
    const extra = Buffer.alloc(20)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(16, 2)
    extra.writeBigUInt64LE(BigInt(file.readUInt32LE(at + 24)), 4)
    extra.writeBigUInt64LE(BigInt(file.readUInt32LE(at + 20)), 12)
    const nameEnd = at + entryHeaderBytes + file.readUInt16LE(at + 28)
    file.writeUInt32LE(0xffffffff, at + 24)
    file.writeUInt32LE(0xffffffff, at + 20)
    file.writeUInt16LE(file.readUInt16LE(at + 30) + extra.length, at + 30)
    return Buffer.concat([file.subarray(0, nameEnd), extra, file.subarray(nameEnd)])
  }
  t.is(await changed(inEntry), 'RESUME_CONVERSION_FAILED')
})

test('an archive in several parts is refused', async (t) => {
  for (const field of [4, 6])
    t.is(await changed((file) => void file.writeUInt16LE(1, endOf(file) + field)), 'RESUME_CONVERSION_FAILED')
})

test('an archive with an encrypted entry is reported as encrypted, for the old and the strong encryption', async (t) => {
  for (const bits of [0x01, 0x41])
    t.is(
      await changed((file) => void file.writeUInt16LE(bits, entryOf(file, 'word/document.xml') + 8)),
      'RESUME_ENCRYPTED',
    )
})

test('bytes that a mail gateway appends to the archive are ignored', async (t) => {
  t.is(await changed((file) => Buffer.concat([file, Buffer.from('\r\n--\r\nscanned')])), 'read')
})
