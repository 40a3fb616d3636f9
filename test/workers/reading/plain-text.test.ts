/** Plain text in several encodings, bytes that are not text, and limits that apply to every format. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'ava'
import { parseResume } from '../../../workers/parse-resume.ts'
import { normaliseText } from '../../../workers/reading/plain-text.ts'
import { outcomeOf, read, thread } from '../../tools/reading.ts'
import { encodeText, makeText, resumeLines, type TextEncoding } from '../../tools/samples/resumes.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'
import { monotonicMs } from '../../../src/kit/time.ts'

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

const russian = 'Иван Петров\nСтарший инженер, Москва\nОпыт: разработка систем и руководство командой из пяти человек.'
const chinese =
  '张伟\n高级软件工程师,北京\n工作经历:负责支付系统的设计与开发,管理五人团队。\n教育背景:清华大学计算机科学专业毕业'
const japanese =
  '山田太郎\n上級エンジニア、東京\n職歴:決済システムの設計と開発を担当し、五人のチームを率いた。\n学歴:東京大学工学部を卒業'
const korean =
  '김철수\n선임 소프트웨어 엔지니어, 서울\n경력: 결제 시스템의 설계와 개발을 담당하고 다섯 명의 팀을 이끌었습니다. 학력: 서울대학교'
const polish =
  'Łukasz Wiśniewski\nStarszy inżynier, Kraków\nDoświadczenie: kierował zespołem, wdrażał systemy płatności.'
const greek = 'Γιώργος Παπαδόπουλος\nΜηχανικός λογισμικού, Αθήνα\nΕμπειρία: ανάπτυξη συστημάτων πληρωμών'
const arabic = 'محمد أحمد\nمهندس برمجيات أول، القاهرة\nالخبرة: تطوير أنظمة الدفع وقيادة فريق من المهندسين'

const older: [encoding: string, text: string][] = [
  ...['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'].map((encoding): [string, string] => [encoding, russian]),
  ...[['gbk', chinese] as [string, string], ['shift_jis', japanese] as [string, string]],
  ...[['euc-kr', korean] as [string, string], ['windows-1250', polish] as [string, string]],
  ...[['windows-1253', greek] as [string, string], ['windows-1256', arabic] as [string, string]],
]

for (const [encoding, written] of older) {
  test(`text in ${encoding} is recognised by its letters`, async (t) => {
    t.is((await read(encodeText(written, encoding))).resume.text, written)
  })
}

for (const written of [russian, chinese, japanese]) {
  test(`text in UTF-16 without a byte order mark is decoded: ${written.slice(0, 4)}`, async (t) => {
    t.is((await read(Buffer.from(written, 'utf16le'))).resume.text, written)
    t.is((await read(Buffer.from(written, 'utf16le').swap16())).resume.text, written)
  })
}

test('an HTML page is decoded with the charset that it declares', async (t) => {
  // There are too few Cyrillic letters to guess the charset.
  const page = `<html><head><meta charset="koi8-r"></head><body><p>Иван</p>${resumeLines.join('<br>')}</body></html>`
  t.true((await read(encodeText(page, 'koi8-r'))).resume.text.startsWith('Иван\n'))
})

test('a declared charset that the bytes contradict is ignored', async (t) => {
  const page = `<html><head><meta charset="windows-1251"></head><body><p>${text}</p></body></html>`
  t.true((await read(Buffer.from(page))).resume.text.includes('Ingénieure'))
})

test('text that begins like an image is read as text', async (t) => {
  t.is((await read(Buffer.from(`BMW Group\n${resumeLines.join('\n')}`))).type, 'text')
})

test('Markdown has its own text type', async (t) => {
  const resume = await read(Buffer.from(`# Maria Schneider\n\n${resumeLines.join('\n\n')}`))
  t.is(resume.type, 'markdown')
  t.true(resume.resume.text.startsWith('# Maria Schneider\n\nMaria'))
})

test('the bytes decide what a file is, so text that mentions HTML is text', async (t) => {
  t.is((await read(Buffer.from(`I write <html> and <body> by hand.\n${resumeLines.join('\n')}`))).type, 'text')
})

test('line breaks, spaces, control characters and ligatures are normalised', (t) => {
  const raw = '  a\r\nb\rc\u2028d\t\u00a0 e \n\n\n\n f\0g\ud800 ﬁt \uf0b7 Go\u0301 '
  t.is(normaliseText(raw), 'a\nb\nc\nd e\n\nfg fit • Gó')
})

const notText: Record<string, Buffer> = {
  'a program': readFileSync(process.execPath).subarray(0, 100_000),
  'an XML document': Buffer.from(`<?xml version="1.0"?><note>${'Remember the milk. '.repeat(9)}</note>`),
  'a BMP': Buffer.concat([Buffer.from('424d36000000000000003600000028000000', 'hex'), Buffer.alloc(9_000, 0xff)]),
  'a film': Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), Buffer.alloc(9_000, 0x61)]),
}

for (const [kind, bytes] of Object.entries(notText)) {
  test(`${kind} is RESUME_CONVERSION_FAILED`, async (t) => {
    t.is(await outcomeOf(bytes), 'RESUME_CONVERSION_FAILED')
  })
}

const pictures: Record<string, Buffer> = {
  'a PNG': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'a JPEG': Buffer.from('ffd8ffe000104a46494600', 'hex'),
  'a pale TIFF': Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(9_000, 0xf0)]),
  'a WebP': Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
}

for (const [kind, bytes] of Object.entries(pictures)) {
  test(`a file with only the header of ${kind} is RESUME_CORRUPTED, whatever follows it in memory`, async (t) => {
    const behind = Buffer.concat([bytes, Buffer.alloc(64, 0x7f)])
    t.is(await outcomeOf(behind.subarray(0, bytes.length)), 'RESUME_CORRUPTED')
  })
}

test('a file with no bytes or fewer than 50 visible characters is RESUME_EMPTY', async (t) => {
  t.is(await outcomeOf(Buffer.alloc(0)), 'RESUME_EMPTY')
  t.is(await outcomeOf(Buffer.from('a \n'.repeat(49))), 'RESUME_EMPTY')
  t.is(await outcomeOf(Buffer.from(`CV\n2017 – 2025 ${'a \n'.repeat(39)}`)), 'read')
})

test('invisible characters do not help a file to reach the minimum', async (t) => {
  t.is(await outcomeOf(Buffer.from('\u200b'.repeat(500))), 'RESUME_EMPTY')
})

test('the result has a hash of the file and a hash of its visible text', async (t) => {
  const bytes = Buffer.from(`\ufeff${resumeLines.join('\r\n')}\r\n`)
  const resume = await read(bytes)
  t.is(resume.fileSha256, createHash('sha256').update(bytes).digest('hex'))
  t.is(resume.textSha256, createHash('sha256').update(resumeLines.join('\n')).digest('hex'))
})

test('a resume that is given as text is read like a file with that text', async (t) => {
  const source = { text: resumeLines.join('\n') }
  const task = { source, answers: ['Yes.'], blind: false, sizes, deadlineAt: monotonicMs() + 60_000 }
  const outcome = await parseResume(task, thread)
  t.deepEqual(outcome, {
    ok: true,
    value: {
      ...(await read(Buffer.from(source.text))),
      answers: [{ text: 'Yes.', redacted: 'Yes.', replacements: [] }],
    },
  })
})

test('if a resume is long, the thread returns only the part that an engine sees', async (t) => {
  const { resume } = await read(Buffer.from('Carpentry at Oak and Sons, six years. '.repeat(50_000)))
  t.is(resume.text.length, 200_000)
  t.is(resume.redacted.length, 200_000)
})

test('the type of a text file is recognised at its start, and megabytes of markup after that are not searched', async (t) => {
  const { type } = await read(Buffer.from(`${resumeLines.join('\n')}\n${'Carpentry. '.repeat(6_000)}\n# Heading`))
  t.is(type, 'text')
})

test('punctuation characters for vertical lines become ordinary punctuation', (t) => {
  t.is(normaliseText('資格\ufe41英検\ufe42\ufe10 経歴\ufe12'), '資格「英検」, 経歴。')
})

test('a bullet on its own line is joined to the next line, and a radical becomes its character', (t) => {
  const text = normaliseText('Skills\n• \nSQL\n▪\nGo\n•\n•\nRust\n•\n\nEnd\n- \nx\n\u2f2d\u7530')
  t.is(text, 'Skills\n• SQL\n▪ Go\n•\n• Rust\n•\n\nEnd\n-\nx\n山田')
})
