/** Word documents that contain documents in another format, and words with ruby text. */
import test from 'ava'
import { read } from '../../../tools/reading.ts'
import { makeRtf } from '../../../tools/samples/legacy.ts'
import { makeDocx, makeZip, rawDocx, resumeLines, wordParagraph } from '../../../tools/samples/resumes.ts'

const page = `<html><head><style>.x{display:none}</style></head><body><p>${resumeLines.join('</p><p>')}</p><p class="x">hidden</p></body></html>`
const archive = [
  ...['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary="b"', '', '--b'],
  ...['Content-Type: text/html; charset="utf-8"', 'Content-Transfer-Encoding: base64', ''],
  ...[Buffer.from(page).toString('base64'), '--b--', ''],
].join('\r\n')

const chunks: Record<string, string | Uint8Array> = {
  ...{ 'chunk.html': page, 'chunk.mht': archive, 'chunk.txt': resumeLines.join('\n') },
  ...{ 'chunk.docx': await makeDocx(), 'chunk.rtf': makeRtf() },
}

for (const [name, content] of Object.entries(chunks)) {
  test(`${name} in a Word document is read at the position where it is embedded`, async (t) => {
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk'
    const bytes = await makeZip({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': `<w:document xmlns:w="w" xmlns:r="r"><w:body>${wordParagraph('Before it')}<w:altChunk r:id="c"/>${wordParagraph('After it')}</w:body></w:document>`,
      'word/_rels/document.xml.rels': `<Relationships><Relationship Id="c" Type="${type}" Target="${name}"/></Relationships>`,
      [`word/${name}`]: content,
    })
    const { type: found, resume } = await read(bytes)
    t.is(found, 'docx')
    t.is(resume.text.replace(/\n+/g, '\n'), ['Before it', ...resumeLines, 'After it'].join('\n'))
  })
}

test('ruby text over a word is not read', async (t) => {
  const ruby =
    '<w:p><w:r><w:ruby><w:rt><w:r><w:t>やまだ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>山田</w:t></w:r></w:rubyBase></w:ruby></w:r><w:r><w:t>さん</w:t></w:r></w:p>'
  const { resume } = await read(await rawDocx(`${ruby}${resumeLines.map((line) => wordParagraph(line)).join('')}`))
  t.is(resume.text, ['山田さん', ...resumeLines].join('\n'))
})
