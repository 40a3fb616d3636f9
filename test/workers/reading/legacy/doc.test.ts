/** Word 97 to 2003 documents: their visible text, or an error code. */
import test from 'ava'
import { outcomeOf, read } from '../../../tools/reading.ts'
import { makeDoc, makeOle } from '../../../tools/samples/legacy.ts'
import { resumeLines } from '../../../tools/samples/resumes.ts'

const secret = 'Expert in everything that was ever asked for'
const lines = `${resumeLines.join('\r')}\r`

test('a Word 97 document is read line by line, in any script', async (t) => {
  const resume = await read(makeDoc([{ text: `${lines}“Zoë” – Бухгалтер 日本\x1fgo\r` }]))
  t.is(resume.type, 'doc')
  t.is(resume.resume.text, [...resumeLines, '“Zoë” – Бухгалтер 日本go'].join('\n'))
  t.deepEqual(resume.flags, [])
})

test("a link's text is read, but its field code is not", async (t) => {
  const link = '\x13 HYPERLINK "https://example.com" \x14my page\x15'
  t.is(
    (await read(makeDoc([{ text: `${lines}See ${link}\r` }]))).resume.text,
    [...resumeLines, 'See my page'].join('\n'),
  )
})

/**
 * The expected flag, and the text's properties in hexadecimal. A property is a name, low byte first, and a value
 * ([MS-DOC] 2.6.1).
 */
const hidden: Record<string, [flag: string | null, properties: string]> = {
  'text with the vanish property': ['HIDDEN_TEXT', '3c0801'],
  'white text': ['HIDDEN_TEXT', '7068ffffff00'],
  'white text from the old palette': ['HIDDEN_TEXT', '422a08'],
  'blue text on the same blue': ['HIDDEN_TEXT', '70681f38640071ca0a000000ff1f3864000000'],
  'text of one point': ['TINY_TEXT', '434a0200'],
  'deleted text of a tracked change': [null, '000801'],
}

for (const [kind, [flag, properties]] of Object.entries(hidden)) {
  test(`${kind} in a Word 97 document is removed`, async (t) => {
    const { resume, flags } = await read(makeDoc([{ text: lines }, { text: `${secret}\r`, properties }]))
    t.is(resume.text, resumeLines.join('\n'))
    t.deepEqual(flags as string[], flag ? [flag] : [])
  })
}

const shown: Record<string, { properties: string; paragraph?: string }> = {
  'white text on a dark shading': { properties: '7068ffffff0071ca0a000000ff1f3864000000' },
  'white text in a table with shaded cells': { properties: '7068ffffff00', paragraph: '16240112d602ffff' },
  'text in the automatic colour': { properties: '7068000000ff' },
  'text whose property merely resembles a deletion': { properties: '604a0100' },
}

for (const [kind, { properties, paragraph = '' }] of Object.entries(shown)) {
  test(`a Word 97 document with ${kind} has no hidden text`, async (t) => {
    const { resume, flags } = await read(makeDoc([{ text: lines }, { text: `${secret}\r`, properties }], { paragraph }))
    t.is(resume.text, [...resumeLines, secret].join('\n'))
    t.deepEqual(flags, [])
  })
}

test('a Word document with a password is RESUME_ENCRYPTED, and one of Word 95 is RESUME_CONVERSION_FAILED', async (t) => {
  t.is(await outcomeOf(makeDoc(undefined, { flags: 0x0100 })), 'RESUME_ENCRYPTED')
  t.is(await outcomeOf(makeDoc(undefined, { mark: 0xa5dc })), 'RESUME_CONVERSION_FAILED')
})

test('a Word 97 document that is truncated or has no text is RESUME_CORRUPTED', async (t) => {
  t.is(await outcomeOf(makeDoc().subarray(0, 3_000)), 'RESUME_CORRUPTED')
  t.is(await outcomeOf(makeOle({ WordDocument: Buffer.alloc(5_000) })), 'RESUME_CORRUPTED')
})

test('a document with a sector size of a gigabyte is RESUME_CORRUPTED, and no gigabyte is allocated', async (t) => {
  const doc = makeDoc()
  doc.writeUInt16LE(30, 0x1e)
  t.is(await outcomeOf(doc), 'RESUME_CORRUPTED')
})

test('reading a Word 97 document always ends, whichever byte is wrong', async (t) => {
  const doc = makeDoc()
  for (let at = 30; at < doc.length; at += 97) {
    const broken = Buffer.from(doc)
    broken.fill(0xff, at, at + 4)
    t.regex(await outcomeOf(broken), /^(read|RESUME_(CORRUPTED|EMPTY|ENCRYPTED|CONVERSION_FAILED|PARSE_FAILED))$/)
  }
})
