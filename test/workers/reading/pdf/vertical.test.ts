/** Vertical Chinese, Japanese and Korean lines are read from right to left. */
import test from 'ava'
import { read } from '../../../tools/reading.ts'
import { type AsianFont, asianPdf, asianText, japaneseFont } from '../../../tools/samples/raw-pdfs.ts'

async function readPage(content: string, font: AsianFont): Promise<string> {
  return (await read(asianPdf(content, font))).resume.text
}

const shown = (text: string, x: number, y: number): string => asianText(text, x, y, 14)

const japanese = [
  '職務経歴書',
  '港湾システム株式会社、倉庫主任',
  '二〇一九年から二〇二四年まで',
  '十二人の運転手を指導した',
  '資格「フォークリフト運転技能」',
]
const chinese = [
  '个人简历',
  '港湾系统有限公司仓库主管',
  '二〇一九年至二〇二四年',
  '带领十二名叉车司机，负责安全培训和货物检查',
  '熟悉仓库管理系统以及冷链运输流程',
]

const asJapanese = ['Japan1', 'HeiseiMin-W3', 'UniJIS-UCS2-V'] as const
const asChinese = ['GB1', 'STSong-Light', 'UniGB-UCS2-V'] as const

test('lines in a vertical font are read from right to left', async (t) => {
  for (const [lines, font] of [
    [japanese, asJapanese],
    [chinese, asChinese],
  ] as const) {
    const columns = lines.map((line, at) => shown(line, 500 - at * 28, 760))
    t.is(await readPage(columns.join('\n'), font), lines.join('\n'))
  }
})

test('letters that are placed one below the other are read as vertical lines', async (t) => {
  const letters = japanese.flatMap((line, at) =>
    Array.from(line, (letter, row) => shown(letter, 500 - at * 25, 760 - row * 15)),
  )
  t.is(await readPage(letters.join('\n'), japaneseFont), japanese.join('\n'))
})

test('a horizontal heading is read before vertical lines, and rotated Latin words are read in place', async (t) => {
  const [, ...lines] = japanese
  const heading = Array.from('職務経歴書', (letter, at) => shown(letter, 250 + at * 20, 800))
  const columns = lines.map((line, at) => shown(line, 500 - at * 28, 720))
  const word = `BT /F 14 Tf 0 -1 1 0 ${500 - lines.length * 28 - 5} 720 Tm (Kubernetes) Tj ET`
  const text = await readPage(
    [...heading, ...columns, word, shown('を運用した', 500 - lines.length * 28, 640)].join('\n'),
    asJapanese,
  )
  t.is(text, `職務経歴書\n\n${lines.join('\n')}\nKubernetes を運用した`)
})

test('a vertical label beside horizontal lines does not make them vertical', async (t) => {
  const rows = japanese.map((line, at) => shown(line, 100, 700 - at * 20))
  const label = Array.from('学歴と職歴', (letter, row) => shown(letter, 50, 700 - row * 15))
  const text = await readPage([...label, ...rows].join('\n'), japaneseFont)
  for (const line of japanese) t.true(text.includes(line), text)
})
