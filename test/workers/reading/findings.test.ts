/** Why text was left out of a resume: the reason for each flag, in every format that can hide text. */
import test from 'ava'
import type { IntegrityReason } from '../../../workers/tasks.ts'
import { mergeFindings } from '../../../workers/findings.ts'
import { HiddenTally } from '../../../workers/reading/findings.ts'
import { read } from '../../tools/reading.ts'
import { makeDoc, makeRtf } from '../../tools/samples/legacy.ts'
import { makeMail } from '../../tools/samples/mails.ts'
import { makeOdt, makePdf, rawDocx, resumeLines, wordParagraph } from '../../tools/samples/resumes.ts'

const secret = 'Expert in everything that was ever asked for'
const letters = secret.replaceAll(' ', '').length
const docx = (properties: string) =>
  rawDocx([...resumeLines.map((line) => wordParagraph(line)), wordParagraph(secret, properties)].join(''))
const odt = (properties: string) =>
  makeOdt(
    `${resumeLines.map((line) => `<text:p>${line}</text:p>`).join('')}<text:p text:style-name="S">${secret}</text:p>`,
    `<style:style style:name="S"><style:text-properties ${properties}/></style:style>`,
  )
const doc = (properties: string) =>
  makeDoc([{ text: `${resumeLines.join('\r')}\r` }, { text: `${secret}\r`, properties }])
const rtf = (control: string) => makeRtf(`${resumeLines.join('\\par\n')}\\par {${control} ${secret}}`)
const html = (style: string) =>
  Buffer.from(`<!doctype html>${resumeLines.join('<br>')}<p style="${style}">${secret}</p>`)

const hiding: [format: string, reason: IntegrityReason, file: Buffer | Promise<Buffer>][] = [
  ['docx', 'vanish', docx('<w:vanish/>')],
  ['docx', 'white_on_background', docx('<w:color w:val="FFFFFF"/>')],
  ['docx', 'tiny', docx('<w:sz w:val="2"/>')],
  ['odt', 'vanish', odt('text:display="none"')],
  ['odt', 'white_on_background', odt('fo:color="#ffffff"')],
  ['doc', 'vanish', doc('3c0801')],
  ['doc', 'white_on_background', doc('7068ffffff00')],
  ['rtf', 'vanish', rtf('\\v')],
  ['rtf', 'white_on_background', rtf('\\cf1')],
  ['html', 'style_sheet', html('display: none')],
  ['html', 'white_on_background', html('color: white')],
  ['html', 'tiny', html('font-size: 1px')],
]

for (const [format, reason, file] of hiding) {
  test(`${format}: the finding has the reason ‘${reason}’, the number of letters and no page`, async (t) => {
    const { findings, flags } = await read(await file)
    const flag = reason === 'tiny' ? 'TINY_TEXT' : 'HIDDEN_TEXT'
    t.deepEqual(findings, [{ flag, reason, letters }])
    t.deepEqual(flags, [flag])
  })
}

test('a PDF in an e-mail message has a finding for each page with hidden text, with each reason once', async (t) => {
  const pdf = await makePdf((pen) => {
    for (const line of resumeLines) pen.text(line)
    pen.addPage().text('Second page').fillColor('white').text(secret).text(secret).addPage()
    pen.fillColor('black').text('Third page').fontSize(1).text(secret).fillColor('white').fontSize(10).text(secret)
  })
  const mail = makeMail([
    { type: 'application/pdf', content: pdf, headers: ['Content-Disposition: attachment'] },
    { type: 'text/html; charset=utf-8', content: html('display: none'), headers: ['Content-Disposition: attachment'] },
  ])
  const { findings, flags } = await read(mail)
  t.deepEqual(findings, [
    { flag: 'HIDDEN_TEXT', reason: 'white_on_background', page: 2, letters: 2 * letters },
    { flag: 'TINY_TEXT', reason: 'tiny', page: 3, letters },
    { flag: 'HIDDEN_TEXT', reason: 'white_on_background', page: 3, letters },
    { flag: 'HIDDEN_TEXT', reason: 'style_sheet', letters },
  ])
  t.deepEqual(flags, ['HIDDEN_TEXT', 'TINY_TEXT'])
})

test('two hidden letters raise no flag, because they may be an accident, but three do, even on two pages', (t) => {
  const tally = new HiddenTally()
  tally.add('covered', '-a', 1)
  tally.add('tiny', 'ab', 1)
  t.deepEqual(tally.findings, [])
  tally.add('transparent', 'bc', 2)
  t.deepEqual(tally.findings, [
    { flag: 'HIDDEN_TEXT', reason: 'covered', page: 1, letters: 1 },
    { flag: 'HIDDEN_TEXT', reason: 'transparent', page: 2, letters: 2 },
  ])
})

test('findings with the same reason and page are merged, and their letters added up', (t) => {
  const [zero, covered] = [
    { flag: 'INVISIBLE_CHARACTERS' as const, reason: 'zero_width' as const },
    { flag: 'HIDDEN_TEXT' as const, reason: 'covered' as const, letters: 4 },
  ]
  t.deepEqual(mergeFindings([zero, covered, zero, covered]), [zero, { ...covered, letters: 8 }])
})
