/** The letters of a PDF come out as the words that a person reads. */
import test from 'ava'
import { read } from '../../../support/reading.ts'
import { rawPdf } from '../../../support/samples/raw-pdfs.ts'

/** What is read of a line that shows this: strings, and moves back in thousandths of an em. */
async function readLine(shown: string): Promise<string> {
  const { resume } = await read(rawPdf({ content: `BT /F 10 Tf 50 400 Td [${shown}] TJ ET` }))
  return resume.text.split('\n').at(-1)!
}

test('spaces that are moves and not characters part words, however narrow TeX makes them', async (t) => {
  t.is(await readLine('(ran) -230 (the) -150 (team) -130 (of) -110 (twelve)'), 'ran the team of twelve')
})

test('letters that are moved apart or together stay one word', async (t) => {
  t.is(await readLine('(T) 80 (eam) -250 (A) 60 (V) -80 (O) -300 (w) -40 (or) -60 (k)'), 'Team AVO work')
})

test('a spaced-out heading parts at its wider moves alone', async (t) => {
  t.is(await readLine('(S) -200 (K) -190 (I) -210 (L) -200 (L) -200 (S) -500 (I) -200 (N)'), 'SKILLS IN')
})

// Helvetica at 10 pt: "A digita" is 33.9 points wide, "Knows " 32.8.
test('a letter too pale to judge stays in its visible word', async (t) => {
  const content = 'BT /F 10 Tf 50 400 Td (A digital) Tj ET 1 g 83.9 395 3 15 re f'
  t.true((await read(rawPdf({ content }))).resume.text.endsWith('A digital'))
})

test('a letter that is hidden by itself is no part of the words beside it', async (t) => {
  const content = 'BT /F 10 Tf 50 400 Td (Knows R very well) Tj ET 1 g 81.5 395 9.5 15 re f'
  t.true((await read(rawPdf({ content }))).resume.text.endsWith('Knows very well'))
})
