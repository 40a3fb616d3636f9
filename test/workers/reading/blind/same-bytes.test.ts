/** The proof of blind scoring: an engine gets the same bytes for every candidate. */
import test from 'ava'
import { Document, ImageRun, Packer, Paragraph } from 'docx'
import { loadContract } from '../../../../src/platform/contract/contract.ts'
import { parseResume } from '../../../../workers/parse-resume.ts'
import { parse, thread } from '../../../tools/reading.ts'
import { type Head, heads } from '../../../tools/samples/heads.ts'
import { makeMail } from '../../../tools/samples/mails.ts'
import { type Detail, details, names } from '../../../tools/samples/people.ts'
import { makePng } from '../../../tools/samples/scans.ts'
import { monotonicMs } from '../../../../src/kit/time.ts'

const sizes = loadContract().sizes.resume

type Person = Record<'name' | 'family' | Detail, string>

const placeholders = {
  ...{ name: '[NAME]', NAME: '[NAME]', family: '[NAME]', email: '[EMAIL]', phone: '[PHONE]', link: '[LINK]' },
  ...{ birth: '[BIRTH_DATE]', address: '[ADDRESS]' },
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, gap: string) => values[gap]!)
}

/** Returns what an engine gets from a resume and an answer. */
async function seen(text: string, answer: string): Promise<string> {
  const task = { source: { text }, answers: [answer], blind: true, sizes, deadlineAt: monotonicMs() + 60_000 }
  const outcome = await parseResume(task, thread)
  if (!outcome.ok) throw new Error(outcome.code)
  return JSON.stringify([outcome.value.resume.redacted, outcome.value.answers.map(({ redacted }) => redacted)])
}

/** Returns people who differ in one detail each: one person for every name and for every value of each detail. */
function peopleFor(head: Head): Person[] {
  const [[name, family]] = names[head.script] as [[string, string]]
  const first = Object.fromEntries(Object.entries(details).map(([detail, [value]]) => [detail, value])) as Person
  const base = { ...first, name, family }
  return [
    ...names[head.script].map(([name, family]) => ({ ...base, name, family })),
    ...Object.entries(details).flatMap(([detail, values]) => values.map((value) => ({ ...base, [detail]: value }))),
  ]
}

for (const head of heads) {
  test(`an engine gets the same bytes for every person: ${head.script}, ${head.title}`, async (t) => {
    const answer = 'I am {name}; write to {email}.'
    const expected = JSON.stringify([fill(head.text, placeholders), [fill(answer, placeholders)]])
    for (const person of peopleFor(head)) {
      const values = { ...person, NAME: person.name.toUpperCase() }
      t.is(await seen(fill(head.text, values), fill(answer, values)), expected, JSON.stringify(person))
    }
  })
}

/** Returns the files of a resume with a photo. The photos differ only in their `shade`. */
const files: Record<string, (lines: string[], shade: number, person: Person) => Promise<Buffer> | Buffer> = {
  html(lines, shade, { name }) {
    const src = `data:image/png;base64,${photo(shade).toString('base64')}`
    return Buffer.from(
      `<!doctype html><meta charset="utf-8"><img alt="${name}" src="${src}"><p>${lines.join('</p><p>')}`,
    )
  },
  docx(lines, shade) {
    const picture = new ImageRun({ type: 'png', data: photo(shade), transformation: { width: 40, height: 40 } })
    const children = [new Paragraph({ children: [picture] }), ...lines.map((line) => new Paragraph(line))]
    return Packer.toBuffer(new Document({ sections: [{ children }] }))
  },
  mail: (lines, shade, { name, family }) =>
    makeMail(
      [
        { type: 'text/plain; charset=utf-8', content: lines.join('\n') },
        { type: 'image/png; name="photo.png"', content: photo(shade), headers: ['Content-Disposition: inline'] },
      ],
      [`From: ${encoded(name)} <${family.length}@example.com>`, `To: ${encoded(`Anna ${family}`)} <a@b.example>`],
    ),
}

/** Encodes a header's text beyond ASCII (RFC 2047). */
function encoded(text: string): string {
  return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
}

function photo(shade: number): Buffer {
  return makePng({ width: 40, height: 40, pixels: new Uint8Array(1600).fill(shade) })
}

for (const [format, make] of Object.entries(files)) {
  test(`an engine gets the same bytes for every person, whatever the photo: ${format}`, async (t) => {
    const [{ text }] = heads as [Head]
    const results = new Set<string>()
    for (const [index, person] of peopleFor(heads[0]!).slice(0, names.Latin.length).entries()) {
      const bytes = await make(fill(text, person).split('\n'), index * 8, person)
      const outcome = await parse(bytes, monotonicMs() + 60_000, true)
      results.add(outcome.ok ? outcome.value.resume.redacted : outcome.code)
    }
    t.is(results.size, 1, [...results].slice(0, 3).join('\n\n'))
    t.regex([...results][0]!, /^\[NAME\]\n+Senior Software Engineer\n/)
  })
}
