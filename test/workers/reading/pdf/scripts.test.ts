/** PDFs in right-to-left scripts and in scripts with stacked letters, each made by two programs. */
import test from 'ava'
import bidiFactory from 'bidi-js'
import fc from 'fast-check'
import { inReadingOrder } from '../../../../workers/reading/pdf/scripts/bidi.ts'
import { composeSyllables } from '../../../../workers/reading/pdf/scripts/syllables.ts'
import { compare, f1 } from '../../../tools/eval/reading/figures.ts'
import { scriptEntries } from '../../../tools/eval/reading/scripts/entries.ts'
import { read } from '../../../tools/reading.ts'

for (const [language, entries] of Map.groupBy(scriptEntries(), ({ format }) => format)) {
  test(`${language}: all words are read in order and without a flag`, async (t) => {
    for (const { name, bytes, expected } of entries) {
      const { resume, flags } = await read(bytes)
      const figures = compare(resume.text, expected)
      t.true(f1(figures) >= 0.97, `${name}: F1 ${f1(figures).toFixed(3)}`)
      t.true(figures.order >= 0.95, `${name}: order ${figures.order.toFixed(3)}`)
      t.deepEqual(flags, [], name)
    }
  })
}

const bidi = bidiFactory() as unknown as {
  getEmbeddingLevels(text: string, base: string): { levels: Uint8Array; paragraphs: unknown[] }
  getReorderedString(text: string, levels: { levels: Uint8Array }): string
}

/** Returns a line's characters in the order in which a program paints them. */
function painted(line: string, base: 'rtl' | 'ltr'): string[] {
  return [...bidi.getReorderedString(line, bidi.getEmbeddingLevels(line, base))]
}

const hebrewWord = fc.string({ unit: fc.constantFrom(...'אבגדהוזחט'), minLength: 1, maxLength: 8 })
const latinWord = fc.string({ unit: fc.constantFrom(...'Terafom'), minLength: 1, maxLength: 8 })
const number = fc.constantFrom('2019', '12', '14%', '3,500')

test('a line painted in the order of the bidirectional algorithm is read in its original order', (t) => {
  // Numbers only follow Hebrew words, because next to a Latin word both orders are painted the same way.
  const numbered = fc.tuple(hebrewWord, number, hebrewWord).map((words) => words.join(' '))
  const words = fc.array(fc.oneof(hebrewWord, latinWord, numbered), { minLength: 1, maxLength: 8 })
  const lines = words.map((list) => ['אב', ...list, 'גד'].join(' '))
  fc.assert(fc.property(lines, (line) => inReadingOrder(painted(line, 'rtl'), true) === line))
  const english = 'Worked at אב גד 12 הו as a manager'
  t.is(inReadingOrder(painted(english, 'ltr'), false), english)
})

test('a right-to-left page keeps dates, brackets and percentages as they were written', (t) => {
  for (const line of [
    'חברת הנמל 2019 - 2024',
    'שירות (REST API) מהיר',
    'ידע של Python 3 ו-Java',
    'بنسبة 14% باستخدام Kubernetes و Terraform.',
  ])
    t.is(inReadingOrder(painted(line, 'rtl'), true), line)
  t.is(inReadingOrder([...')IPA( אב'], true), 'בא (IPA)', 'a font that maps both brackets to one character')
})

test('presentation forms and stretched words become ordinary letters', (t) => {
  t.is(inReadingOrder([...'ﺔﻴﻧﺎﺴﻧﺇ'], true), 'إنسانية')
  t.is(inReadingOrder([...'دمحـــم'], true), 'محمد')
  t.is(inReadingOrder(['ﻻ'], true), 'لا')
})

test('Thai and Lao syllables are composed as they are typed', (t) => {
  t.is(composeSyllables('ทํางาน'), 'ทำงาน')
  t.is(composeSyllables('นํ้าหนัก'), 'น้ำหนัก')
  t.is(composeSyllables('ขอบฟา้'), 'ขอบฟ้า')
})

test('the Devanagari vowel I and the letter RA are read with the letters they are spoken with', (t) => {
  t.is(composeSyllables('का\uf8d0रण'), 'कारिण')
  t.is(composeSyllables('\uf8d0प्रया'), 'प्रिया')
  t.is(composeSyllables('मीच\uf8d1'), 'मीर्च')
})
