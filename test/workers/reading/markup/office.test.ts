/** The visible text in Word, OpenDocument and HTML resumes. */
import test from 'ava'
import { read } from '../../../tools/reading.ts'
import { makeWordXml } from '../../../tools/samples/legacy.ts'
import { makeDocx, makeOdt, rawDocx, resumeLines, wordParagraph } from '../../../tools/samples/resumes.ts'

const secret = 'Expert in everything that was ever asked for'
const visible = resumeLines.map((line) => wordParagraph(line)).join('')

// ── Word ────────────────────────────────────────────────────────────────────────────────────────

test('a Word document is read line by line', async (t) => {
  const resume = await read(await makeDocx())
  t.is(resume.type, 'docx')
  t.is(resume.pages, null)
  t.is(resume.resume.text, resumeLines.join('\n'))
  t.deepEqual(resume.flags, [])
})

test('vertical bars, bullets, accents and emoji in a Word document are unchanged', async (t) => {
  const line = 'Go | Rust • naïve café – “R&amp;D” &lt;3 日本語 🚀'
  const { resume } = await read(await rawDocx(visible + wordParagraph(line)))
  t.is(resume.text.split('\n').at(-1), 'Go | Rust • naïve café – “R&D” <3 日本語 🚀')
})

test('tabs and line breaks separate words, and tab stops are not read as text', async (t) => {
  const stops = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>'
  const run = '<w:r><w:t>Acme</w:t><w:tab/><w:t>2019</w:t><w:br/><w:t>Berlin</w:t></w:r>'
  const body = `${visible}<w:p>${stops}${run}</w:p>`
  t.true((await read(await rawDocx(body))).resume.text.endsWith('\nAcme 2019\nBerlin'))
})

test('a text box is read once, after the paragraph to which it is anchored', async (t) => {
  const box = `<w:txbxContent>${wordParagraph('In the box')}</w:txbxContent>`
  const body = `<w:p><w:r><w:t>Before </w:t><mc:AlternateContent><mc:Choice>${box}</mc:Choice>
    <mc:Fallback>${box}</mc:Fallback></mc:AlternateContent><w:t>after</w:t></w:r></w:p>${visible}`
  t.is((await read(await rawDocx(body))).resume.text, ['Before after', 'In the box', ...resumeLines].join('\n'))
})

test("a text box in a group is positioned in the group's units", async (t) => {
  const boxAt = (place: string) =>
    `<w:p><w:r><w:pict><v:group style="${place}" coordorigin="1423,1080"><v:shape style="left:1423;top:1215" filled="f">` +
    `<v:textbox><w:txbxContent>${wordParagraph('In the box')}</w:txbxContent></v:textbox></v:shape></v:group></w:pict></w:r></w:p>`
  const shown = await read(await rawDocx(boxAt('margin-left:-9pt;margin-top:2pt') + visible))
  t.is(shown.resume.text, ['In the box', ...resumeLines].join('\n'))
  t.deepEqual(shown.flags, [])
  const beside = await read(await rawDocx(boxAt('margin-left:-900pt') + visible))
  t.is(beside.resume.text, resumeLines.join('\n'))
  t.deepEqual(beside.flags, ['OFF_PAGE_TEXT'])
})

test('page headers are read first and only once, and comments and templates are never read', async (t) => {
  const part = (text: string): string => `<w:hdr>${wordParagraph(text)}</w:hdr>`
  const parts = {
    'word/header1.xml': part('Page header'),
    'word/header2.xml': part('Page header'),
    'word/footer1.xml': part('Page footer'),
    'word/comments.xml': part(secret),
    'word/glossary/document.xml': part(secret),
    'customXml/item1.xml': part(secret),
  }
  const { text } = (await read(await rawDocx(visible, parts))).resume
  t.is(text, ['Page header', '', ...resumeLines, '', 'Page footer'].join('\n'))
})

test('text that a tracked change deleted or moved away is not read', async (t) => {
  const deleted = '<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>'
  const moved = '<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>'
  const body = `${visible}<w:p>${deleted}${moved}<w:ins><w:r><w:t>New line</w:t></w:r></w:ins></w:p>`
  t.is((await read(await rawDocx(body))).resume.text, [...resumeLines, 'New line'].join('\n'))
})

const hiddenStyle = `<w:styles><w:style w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style>
  <w:style w:styleId="Ghost"><w:basedOn w:val="Base"/></w:style></w:styles>`

const hiddenInWord: Record<string, [flag: string, properties: string]> = {
  'text with the vanish property': ['HIDDEN_TEXT', '<w:vanish/>'],
  'white text': ['HIDDEN_TEXT', '<w:color w:val="FFFFFF"/>'],
  'text of one point': ['TINY_TEXT', '<w:sz w:val="2"/>'],
  'text of a hidden style': ['HIDDEN_TEXT', '<w:rStyle w:val="Ghost"/>'],
}

for (const [kind, [flag, properties]] of Object.entries(hiddenInWord)) {
  test(`${kind} in a Word document is removed and flagged`, async (t) => {
    const docx = await rawDocx(visible + wordParagraph(secret, properties), { 'word/styles.xml': hiddenStyle })
    const { resume, flags } = await read(docx)
    t.is(resume.text, resumeLines.join('\n'))
    t.deepEqual(flags as string[], [flag])
  })
}

test('hidden text is found whatever the namespace prefix', async (t) => {
  const body = visible.replaceAll('w:', 'x:') + wordParagraph(secret, '<w:vanish/>').replaceAll('w:', 'x:')
  const { resume, flags } = await read(await rawDocx(body))
  t.is(resume.text, resumeLines.join('\n'))
  t.deepEqual(flags, ['HIDDEN_TEXT'])
})

const shownInWord: Record<string, string> = {
  'white letters in a dark cell': `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="1F3864"/></w:tcPr>
    ${wordParagraph(secret, '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="auto"/>')}</w:tc></w:tr></w:tbl>`,
  'white letters on a highlight': wordParagraph(secret, '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>'),
  'text with the vanish property set to 0': wordParagraph(secret, '<w:vanish w:val="0"/>'),
}

for (const [kind, body] of Object.entries(shownInWord)) {
  test(`a Word document with ${kind} has no hidden text`, async (t) => {
    const { resume, flags } = await read(await rawDocx(visible + body))
    t.is(resume.text, [...resumeLines, secret].join('\n'))
    t.deepEqual(flags, [])
  })
}

// ── OpenDocument ────────────────────────────────────────────────────────────────────────────────

test('an OpenDocument file is read line by line', async (t) => {
  const resume = await read(await makeOdt())
  t.is(resume.type, 'odt')
  t.is(resume.resume.text, resumeLines.join('\n'))
})

test('spaces, tabs, line breaks and spans in an OpenDocument file separate words as they are shown', async (t) => {
  const paragraph = 'Go<text:s/>and<text:tab/>R&amp;D<text:line-break/>in <text:span>Ber</text:span>lin'
  const lines = [...resumeLines, paragraph].map((line) => `<text:p>${line}</text:p>`)
  const { resume } = await read(await makeOdt(lines.join('')))
  t.is(resume.text, [...resumeLines, 'Go and R&D', 'in Berlin'].join('\n'))
})

const hiddenInOdt: Record<string, [flag: string, properties: string]> = {
  'hidden text': ['HIDDEN_TEXT', 'text:display="none"'],
  'white text': ['HIDDEN_TEXT', 'fo:color="#ffffff"'],
  'text of one point': ['TINY_TEXT', 'fo:font-size="1pt"'],
}

for (const [kind, [flag, properties]] of Object.entries(hiddenInOdt)) {
  test(`${kind} in an OpenDocument file is removed and flagged`, async (t) => {
    const style = `<style:style style:name="T1"><style:text-properties ${properties}/></style:style>`
    const lines = resumeLines.map((line) => `<text:p>${line}</text:p>`).join('')
    const odt = await makeOdt(`${lines}<text:p><text:span text:style-name="T1">${secret}</text:span></text:p>`, style)
    const { resume, flags } = await read(odt)
    t.is(resume.text, resumeLines.join('\n'))
    t.deepEqual(flags as string[], [flag])
  })
}

// ── HTML ────────────────────────────────────────────────────────────────────────────────────────

function page(extra: string): Buffer {
  const body = resumeLines.map((line) => `<p>${line}</p>`).join('')
  return Buffer.from(`<!DOCTYPE html><html><head><title>${secret}</title></head><body>${body}${extra}</body></html>`)
}

test('an HTML page is read as a browser shows it', async (t) => {
  const extra = `<script>${secret}</script><style>${secret}</style><ul><li>R&amp;D</li><li>x<b>y</b>z<br>last</li></ul>`
  const resume = await read(page(extra))
  t.is(resume.type, 'html')
  t.is(resume.resume.text.replace(/\n+/g, '\n'), [...resumeLines, 'R&D', 'xyz', 'last'].join('\n'))
})

const hiddenInHtml = [
  'style="display:none"',
  'style="color:#FFF"',
  'style="font-size:1px"',
  'hidden',
  'style="opacity:0"',
  'style="position:absolute;left:-9999px"',
  'style="visibility: hidden !important"',
]

for (const attribute of hiddenInHtml) {
  test(`text in an element with ${attribute} is removed and flagged`, async (t) => {
    const { resume, flags } = await read(page(`<div ${attribute}>${secret}</div>`))
    t.false(resume.text.includes(secret))
    t.deepEqual(flags, [attribute.includes('1px') ? 'TINY_TEXT' : 'HIDDEN_TEXT'])
  })
}

// ── Word 2003 and themes ────────────────────────────────────────────────────────────────────────

test('Word 2003 XML is read like a Word document, with its own styles', async (t) => {
  const styles = '<w:styles><w:style w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>'
  const body = visible + wordParagraph(secret, '<w:rStyle w:val="Ghost"/>')
  const { type, resume, flags } = await read(makeWordXml(`${styles}${body}`))
  t.is(type, 'wordxml')
  t.is(resume.text, resumeLines.join('\n'))
  t.deepEqual(flags, ['HIDDEN_TEXT'])
})

const theme = `<a:theme xmlns:a="x"><a:themeElements><a:clrScheme name="Office"><a:dk1><a:sysClr val="windowText"
  lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="1F3864"/></a:dk2>
  </a:clrScheme></a:themeElements></a:theme>`

/** Whether text with these properties is visible. The theme's colour takes precedence over the colour in `w:val`. */
const themedText: Record<string, [isSeen: boolean, properties: string]> = {
  'the paper’s colour': [false, '<w:color w:val="000000" w:themeColor="background1"/>'],
  'a colour that is almost the paper’s': [false, '<w:color w:val="000000" w:themeColor="text1" w:themeTint="0A"/>'],
  'the colour of its shading': [
    false,
    '<w:color w:val="1F3864"/><w:shd w:val="clear" w:fill="FFFFFF" w:themeFill="text2"/>',
  ],
  'the dark colour of its solid shading': [false, '<w:color w:val="1F3864"/><w:shd w:val="solid" w:color="1F3864"/>'],
  'white on a shading in a theme colour': [
    true,
    '<w:color w:val="FFFFFF" w:themeColor="background1"/><w:shd w:val="clear" w:fill="auto" w:themeFill="text2"/>',
  ],
  'an automatic colour on black': [true, '<w:color w:val="auto"/><w:shd w:val="clear" w:fill="000000"/>'],
  'white on a pattern': [true, '<w:color w:val="FFFFFF"/><w:shd w:val="pct50" w:fill="FFFFFF"/>'],
}

for (const [kind, [isSeen, properties]] of Object.entries(themedText)) {
  test(`text of a Word document in ${kind} is ${isSeen ? 'read' : 'removed and flagged'}`, async (t) => {
    const docx = await rawDocx(visible + wordParagraph(secret, properties), { 'word/theme/theme1.xml': theme })
    const { resume, flags } = await read(docx)
    t.is(resume.text, [...resumeLines, ...(isSeen ? [secret] : [])].join('\n'))
    t.deepEqual(flags, isSeen ? [] : ['HIDDEN_TEXT'])
  })
}
