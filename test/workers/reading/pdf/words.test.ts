/** A PDF's letters are read as the words that a person sees. */
import test from 'ava'
import { read } from '../../../tools/reading.ts'
import type { ParsedResume } from '../../../../workers/tasks.ts'
import { rawPdf, renamedFont } from '../../../tools/samples/raw-pdfs.ts'

/** Reads a line that is given as strings and moves to the left, in thousandths of an em. */
async function readLine(shown: string): Promise<string> {
  const { resume } = await read(rawPdf({ content: `BT /F 10 Tf 50 400 Td [${shown}] TJ ET` }))
  return resume.text.split('\n').at(-1)!
}

test("a move to the right separates words like a space character, even TeX's narrow moves", async (t) => {
  t.is(await readLine('(ran) -230 (the) -150 (team) -130 (of) -110 (twelve)'), 'ran the team of twelve')
})

test('letters that are moved apart or together remain one word', async (t) => {
  t.is(await readLine('(T) 80 (eam) -250 (A) 60 (V) -80 (O) -300 (w) -40 (or) -60 (k)'), 'Team AVO work')
})

test('a letter-spaced heading is split only at its wider gaps', async (t) => {
  t.is(await readLine('(S) -200 (K) -190 (I) -210 (L) -200 (L) -200 (S) -500 (I) -200 (N)'), 'SKILLS IN')
})

test('letter-spaced digits form numbers, dates and years', async (t) => {
  t.is(
    await readLine('(0) -150 (8) -150 (/) -150 (2) -150 (0) -150 (2) -150 (1) -150 ( - ) -150 (2) -150 (2)'),
    '08/2021 - 22',
  )
  t.is(
    await readLine('(Since ) -130 (2) -130 (0) -130 (1) -130 (7 the team of ) -130 (1) -130 (2)'),
    'Since 2017 the team of 12',
  )
  t.is(await readLine('(+) -170 (4) -170 (4) -450 (1) -170 (1) -170 (7) -450 (4) -170 (9) -170 (6)'), '+44 117 496')
  t.is(
    await readLine('(2) -300 (0) -300 (1) -300 (9) -900 (Y) -300 (a) -300 (r) -300 (d) -900 (1) -300 (2)'),
    '2019 Yard 12',
  )
  t.is(await readLine('(C) -300 (V) -300 (2) -300 (0) -300 (1) -300 (8 ) -300 (-) -300 ( 2) -300 (0)'), 'CV2018 - 20')
})

test('a space next to an overhanging f separates words', async (t) => {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Italic /Encoding /WinAnsiEncoding >>'
  const readItalic = async (shown: string): Promise<string> => {
    const content = `BT /L 10 Tf 50 400 Td [${shown}] TJ ET`
    return (await read(rawPdf({ content, fonts: '/L 6 0 R', objects: [font] }))).resume.text.split('\n').at(-1)!
  }
  t.is(
    await readItalic('(Head) -200 (of) -200 (the) -200 (safety) -200 (for) -180 (five) -200 (of) -180 (four)'),
    'Head of the safety for five of four',
  )
  t.is(
    await readItalic('(Staff) -200 (offices,) -200 (perfect) -200 (fluffy) -200 (after) -200 (of\\))'),
    'Staff offices, perfect fluffy after of)',
  )
})

test('single digits that are separated only by moves stay separate', async (t) => {
  t.is(await readLine('(4) -250 (5) -250 (3) -250 (5)'), '4 5 3 5')
})

// In Helvetica at 10 pt, "A digita" is 33.9 points wide. So the white bar covers most of the last letter.
test('an almost covered letter is read as part of its visible word', async (t) => {
  const content = 'BT /F 10 Tf 50 400 Td (A digital) Tj ET 1 g 83.9 395 3 15 re f'
  t.true((await read(rawPdf({ content }))).resume.text.endsWith('A digital'))
})

test('a single hidden letter between two words is removed', async (t) => {
  const content = 'BT /F 10 Tf 50 400 Td (Knows R very well) Tj ET 1 g 81.5 395 9.5 15 re f'
  t.true((await read(rawPdf({ content }))).resume.text.endsWith('Knows very well'))
})

test('accents that are painted separately belong to the letters below them', async (t) => {
  t.is(await readLine('(G\\250) 445 (ung\\250) 445 (ore)'), 'Güngöre')
  t.is(await readLine('(Franc) 417 (\\270) -84 (ais of a caf\\264) 445 (e \\264 alone)'), 'Français of a café ´ alone')
})

test('accents at the start and end of a line belong to their letters', async (t) => {
  const content =
    'BT /F 10 Tf 12 TL 50 400 Td [(Jos\\264) 445 (e)] TJ T* [(\\264) 445 (etudes, universit\\140) 445 (a-)] TJ T* [(\\250) 445 (Uber)] TJ ET'
  const { resume } = await read(rawPdf({ content }))
  t.is(resume.text.split('\n').slice(-3).join('\n'), 'José\nétudes, università-\nÜber')
})

test('accents on capitals, which TeX raises and paints after the whole line, belong to their letters', async (t) => {
  const content =
    'BT /F 10 Tf 50 400 Td (Etudes, Ecole) Tj 1.67 2.5 Td (\\264) Tj 36.7 0 Td (\\264) Tj -38.37 -14.5 Td (A la carte) Tj 1.67 2.5 Td (\\140) Tj ET'
  const { resume } = await read(rawPdf({ content }))
  t.is(resume.text.split('\n').slice(-2).join('\n'), 'Études, École\nÀ la carte')
})

/** Reads a file whose last line is in a font that maps one of its letters to another character. */
async function readRenamed(letter: string, character: string, shown: string): Promise<ParsedResume> {
  const content = `BT /L 10 Tf 50 400 Td [${shown}] TJ ET`
  return read(rawPdf({ content, fonts: '/L 7 0 R', objects: renamedFont(letter, character, 6) }))
}

test('a painted soft hyphen is read as a hyphen', async (t) => {
  const { resume } = await readRenamed('-', '\u00ad', '(hands-on, on-premise)')
  t.true(resume.text.endsWith('hands-on, on-premise'))
})

// In Helvetica, "@" is 1.015 ems wide.
test('a zero-width character that is as wide as a letter neither splits its line nor hides text', async (t) => {
  const { resume, flags } = await readRenamed('@', '\u200b', '(Rank 4@) 1015 (th in Java@) 1015 (Script, twice)')
  t.true(resume.text.endsWith('Rank 4th in JavaScript, twice'))
  t.deepEqual(flags, [])
})

test('ligatures are read as the letters in their names', async (t) => {
  const named = '/Encoding 6 0 R /FirstChar 26 /LastChar 200 /Widths 7 0 R /FontDescriptor 8 0 R'
  const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${named} >>`
  const objects = [
    '<< /Type /Encoding /Differences [ 27/f_f/f_i/f_l/f_f_i/f_f_l 200/T_h.alt ] >>',
    `[ ${Array.from({ length: 175 }, () => 500).join(' ')} ]`,
    '<< /Type /FontDescriptor /FontName /Helvetica /Flags 4 /StemV 80 /ItalicAngle 0 /Ascent 700 /Descent -200 /CapHeight 700 /FontBBox [0 -200 1000 900] >>',
  ]
  const content = 'BT /L 10 Tf 50 400 Td (o\\033ers e\\036ciency, de\\034nes \\035ows, a\\037uence, \\310ere) Tj ET'
  const resources = '/Font << /F 5 0 R /L 9 0 R >>'
  const pdf = rawPdf({ content, resources, objects: [...objects, font] })
  t.true((await read(pdf)).resume.text.endsWith('offers efficiency, defines flows, affluence, There'))
})
