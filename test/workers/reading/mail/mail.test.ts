/** Saved e-mail messages and web archives: their attachments are read, or else their body, without people's names. */
import test from 'ava'
import { monotonicMs } from '../../../../src/kit/time.ts'
import { outcomeOf, parse, read } from '../../../tools/reading.ts'
import { makeMail } from '../../../tools/samples/mails.ts'
import { linesPdf, makeDocx, makeZip, resumeLines } from '../../../tools/samples/resumes.ts'

const attached = ['Content-Disposition: attachment; filename="anything"']
const text =
  'Dear Ms Recruiter, please find my resume attached.\n2017 – 2025 Nurse, 2014 – 2017 Student of nursing\nKind regards, Maria Schneider'
const plain = { type: 'text/plain; charset=utf-8', content: text }

test('an attachment to an e-mail message is read, whatever its name', async (t) => {
  const pdf = { type: 'application/octet-stream', content: await linesPdf(), headers: attached }
  const resume = await read(makeMail([plain, pdf]))
  t.is(resume.type, 'mail')
  t.is(resume.resume.text, resumeLines.join('\n'))
})

test('all documents among the attachments are read, but invitations, inline images and archives are not', async (t) => {
  const others = [
    { type: 'text/calendar', content: 'BEGIN:VCALENDAR', headers: attached },
    { type: 'image/png', content: 'no picture', headers: ['Content-Disposition: inline'] },
    { type: 'application/zip', content: await makeZip({ 'x.txt': 'x' }), headers: attached },
  ]
  const files = [await makeDocx(), await linesPdf(['Certificate of welding'])]
  const documents = files.map((content) => ({ type: 'application/pdf', content, headers: attached }))
  const { resume } = await read(makeMail([plain, ...others, ...documents]))
  t.is(resume.text, [...resumeLines, '', 'Certificate of welding'].join('\n'))
})

test('the body of a message without a document is read, without the headers', async (t) => {
  t.is((await read(makeMail([plain]))).resume.text, text)
})

test('the HTML body of a message is read, without hidden text', async (t) => {
  const secret = 'Expert in everything that was ever asked for'
  const page = `<p>${resumeLines.join('</p><p>')}</p><p style="display:none">${secret}</p>`
  const { resume, flags } = await read(makeMail([{ type: 'text/html; charset=utf-8', content: page }]))
  t.is(resume.text.replace(/\n+/g, '\n'), resumeLines.join('\n'))
  t.deepEqual(flags, ['HIDDEN_TEXT'])
})

test('a saved page is read like an e-mail message', async (t) => {
  const head = ['From: <Saved by Blink>', 'Snapshot-Content-Location: https://example.com/']
  const page = { type: 'text/html', content: `<p>${resumeLines.join('</p><p>')}</p>` }
  t.is((await read(makeMail([page], head))).resume.text.replace(/\n+/g, '\n'), resumeLines.join('\n'))
})

test("the names of a message's sender and recipients reach no engine", async (t) => {
  const outcome = await parse(makeMail([plain]), monotonicMs() + 60_000, true)
  t.true(outcome.ok)
  const { redacted } = (outcome.ok && outcome.value.resume) || { redacted: '' }
  t.notRegex(redacted, /Maria|Schneider/)
  t.regex(redacted, /please find my resume attached/)
  const introduced = makeMail([{ ...plain, content: `${resumeLines.join('\n')}\nSent on by Anna Berger, Jobs Ltd.` }])
  const blinded = await parse(introduced, monotonicMs() + 60_000, true)
  t.true(blinded.ok && blinded.value.resume.redacted.endsWith('Sent on by [NAME], Jobs Ltd.'))
})

test("a team's name as the sender is treated as ordinary words", async (t) => {
  const team = makeMail([{ ...plain, content: resumeLines.join('\n') }], ['From: Backend <b@x.example>'])
  const outcome = await parse(team, monotonicMs() + 60_000, true)
  t.true(outcome.ok && outcome.value.resume.redacted.includes('Senior Backend Engineer'))
})

test('a message inside a message is read, but a third message inside that is not', async (t) => {
  const forward = (content: Buffer) => makeMail([{ type: 'application/octet-stream', content, headers: attached }])
  const inner = makeMail([{ ...plain, content: resumeLines.join('\n') }])
  t.is((await read(forward(inner))).resume.text, resumeLines.join('\n'))
  t.like(await parse(forward(forward(inner))), {
    code: 'RESUME_CONVERSION_FAILED',
    reason: 'unsupported_type',
    fileType: 'message/rfc822',
  })
})

test('a message whose attachment is faulty has the same error as the attachment', async (t) => {
  const locked = await linesPdf(resumeLines, { userPassword: 'secret' })
  t.is(
    await outcomeOf(makeMail([plain, { type: 'application/pdf', content: locked, headers: attached }])),
    'RESUME_ENCRYPTED',
  )
})

test('endlessly nested parts are RESUME_CORRUPTED', async (t) => {
  const parts = Array.from(
    { length: 500 },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  )
  t.is(await outcomeOf(Buffer.from(`MIME-Version: 1.0\r\nFrom: a@b.example\r\n${parts.join('')}`)), 'RESUME_CORRUPTED')
})

test('a text file that begins with lines like e-mail headers is read as a text file', async (t) => {
  const own = `Name: Maria Schneider\nDate: 2026\nSubject: my work\n\n${resumeLines.join('\n')}`
  t.is((await read(Buffer.from(own))).type, 'text')
})
