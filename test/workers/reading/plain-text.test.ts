/**
 * Plain text in its encodings, bytes that are not text, and the limits that apply to every format.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'ava'
import { parseResume } from '../../../workers/parse-resume.ts'
import { normaliseText } from '../../../workers/reading/plain-text.ts'
import { outcomeOf, read, thread } from '../../support/reading.ts'
import { makeText, resumeLines, type TextEncoding } from '../../support/samples/resumes.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'

const sizes = loadContract().sizes.resume

const text = 'Zoë Müller – Zürich\n\nIngénieure logiciel, 2015–2019: café, naïve, façade, señor'

const encodings: TextEncoding[] = ['utf-8', 'utf-8-bom', 'utf-16le-bom', 'utf-16be-bom', 'utf-16le', 'windows-1252']

for (const encoding of encodings) {
  test(`text in ${encoding} is decoded letter by letter`, async (t) => {
    const resume = await read(makeText(text, encoding))
    t.is(resume.type, 'text')
    t.is(resume.resume.text, text)
    t.deepEqual(resume.flags, [])
  })
}

test('Markdown is a text type of its own', async (t) => {
  const resume = await read(Buffer.from(`# Maria Schneider\n\n${resumeLines.join('\n\n')}`))
  t.is(resume.type, 'markdown')
  t.true(resume.resume.text.startsWith('# Maria Schneider\n\nMaria'))
})

test('the bytes decide what a file is: text that mentions HTML is text', async (t) => {
  t.is((await read(Buffer.from(`I write <html> and <body> by hand.\n${resumeLines.join('\n')}`))).type, 'text')
})

test('text has one normal form', (t) => {
  const raw = '  a\r\nb\rc\u2028d\t\u00a0 e \n\n\n\n f\0g\ud800 ﬁt \uf0b7 Go\u0301 '
  t.is(normaliseText(raw), 'a\nb\nc\nd e\n\nfg fit • Gó')
})

const notText: Record<string, Buffer> = {
  'a program': readFileSync(process.execPath).subarray(0, 100_000),
  'an XML document': Buffer.from(`<?xml version="1.0"?><resume>${resumeLines.join(' ')}</resume>`),
  'a PNG': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'a JPEG': Buffer.from('ffd8ffe000104a46494600', 'hex'),
}

for (const [kind, bytes] of Object.entries(notText)) {
  test(`${kind} is RESUME_CONVERSION_FAILED`, async (t) => {
    t.is(await outcomeOf(bytes), 'RESUME_CONVERSION_FAILED')
  })
}

test('no bytes, and fewer than 50 visible characters, are RESUME_EMPTY', async (t) => {
  t.is(await outcomeOf(Buffer.alloc(0)), 'RESUME_EMPTY')
  t.is(await outcomeOf(Buffer.from('a \n'.repeat(49))), 'RESUME_EMPTY')
  t.is(await outcomeOf(Buffer.from('a \n'.repeat(50))), 'read')
})

test('invisible characters do not make a resume visible', async (t) => {
  t.is(await outcomeOf(Buffer.from('\u200b'.repeat(500))), 'RESUME_EMPTY')
})

test('the hashes cover the file and its visible text', async (t) => {
  const bytes = Buffer.from(`\ufeff${resumeLines.join('\r\n')}\r\n`)
  const resume = await read(bytes)
  t.is(resume.fileSha256, createHash('sha256').update(bytes).digest('hex'))
  t.is(resume.textSha256, createHash('sha256').update(resumeLines.join('\n')).digest('hex'))
})

test('text given as text is read like a file of it', async (t) => {
  const source = { text: resumeLines.join('\n') }
  const task = { source, answers: ['Yes.'], blind: false, sizes, deadlineAt: Date.now() + 60_000 }
  const outcome = await parseResume(task, thread)
  t.deepEqual(outcome, {
    ok: true,
    value: {
      ...(await read(Buffer.from(source.text))),
      answers: [{ text: 'Yes.', redacted: 'Yes.', replacements: [] }],
    },
  })
})

test('of a long text, no more leaves the thread than an engine sees', async (t) => {
  const { resume } = await read(Buffer.from('Carpentry at Oak and Sons, six years. '.repeat(50_000)))
  t.is(resume.text.length, 200_000)
  t.is(resume.redacted.length, 200_000)
})

test('what a text is shows at once, and megabytes of marks after that are not looked through', async (t) => {
  const { type } = await read(Buffer.from(`${resumeLines.join('\n')}\n${'Carpentry. '.repeat(6_000)}\n# Heading`))
  t.is(type, 'text')
})
