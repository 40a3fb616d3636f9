import test from 'ava'
import { fold } from '../../../workers/checks/folding.ts'
import { plainLetters } from '../../../workers/language/plain-letters.ts'

test('letters and digits of any width and style are normalised, and marks are kept', (t) => {
  const cases = [
    ['Ｔｙｐｅ　Ｓｃｒｉｐｔ，　２０１７', 'Type Script, 2017'],
    ['𝐓𝐲𝐩𝐞 𝓢𝓬𝓻𝓲𝓹𝓽 𝟐𝟎𝟏𝟕', 'Type Script 2017'],
    ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ タロウ'],
    ['certiﬁed oﬃce', 'certified office'],
    ['2017\u20112025\u00a0x', '2017\u20102025 x'],
    // NFKC alone would turn these into other words and numbers.
    ['TypeScript™ №5 10² 3½ 1º', 'TypeScript™ №5 10² 3½ 1º'],
    ['naïve café — “x” • …', 'naïve café — “x” • …'],
  ]
  for (const [given, plain] of cases) t.is(plainLetters(given!).text, plain!, given)
})

test('every offset in the normalised text maps to an offset in the original', (t) => {
  const given = 'Ａ 𝐓𝐲𝐩𝐞 ﾀﾞ ﬁt ２０１７－２０２５ x'
  const { text, original } = plainLetters(given)
  for (const [plain, styled] of [
    ['Type', '𝐓𝐲𝐩𝐞'],
    ['ダ', 'ﾀﾞ'],
    ['fit', 'ﬁt'],
    ['2017-2025', '２０１７－２０２５'],
    ['x', 'x'],
  ] as const) {
    const start = text.indexOf(plain)
    t.is(original({ start, end: start + plain.length }), styled)
  }
  t.is(original({ start: 0, end: text.length }), given)
})

test('a word that is hyphenated at the end of a line is joined, and a word with its own hyphen keeps it', (t) => {
  const cases = [
    ['Deployed Kuber-\nnetes clusters and Terra-\nform modules', 'Deployed Kubernetes clusters and Terraform modules'],
    [
      'the inventory sys-\ntem, wrote self-\nexplanatory manuals',
      'the inventory system, wrote self-explanatory manuals',
    ],
    ['full-\nstack, cross-\nfunctional, long-\nterm', 'full-stack, cross-functional, long-term'],
    ['Per\u2010\nformance of data\u00ad\nbases, entrepreneur-\nship', 'Performance of databases, entrepreneurship'],
    [
      'Weiter-\nbildung, für die Personal-\nund Finanzabteilung',
      'Weiterbildung, für die Personal-\nund Finanzabteilung',
    ],
    ['end-to-\nend tests', 'end-to-end tests'],
    ['2019 -\npresent, 2019-\n2020, C-\n- item, Software-\nEntwickler', null],
  ] as const
  for (const [given, plain] of cases) t.is(plainLetters(given).text, plain ?? given, given)
})

test('a joined word maps back to its parts', (t) => {
  const { text, original } = plainLetters('Ran Kuber-\nnetes and self-\nexplanatory ﬁles')
  for (const [plain, parted] of [
    ['Kubernetes', 'Kuber-\nnetes'],
    ['self-explanatory', 'self-\nexplanatory'],
    ['explanatory', 'explanatory'],
    ['Ran Kubernetes and', 'Ran Kuber-\nnetes and'],
    ['files', 'ﬁles'],
  ] as const) {
    const start = text.indexOf(plain)
    t.is(original({ start, end: start + plain.length }), parted)
  }
})

test('full-width text equals ordinary text when texts are compared, including its numbers', (t) => {
  t.is(fold('ＡＢＣ　２０１７　－　２０２５，　４０，０００').units, fold('ABC 2017 - 2025, 40,000').units)
})
