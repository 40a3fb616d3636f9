/**
 * The proof of blind scoring: whoever the candidate is, an engine gets the same bytes.
 */
import test from 'ava'
import { loadContract } from '../../../../src/platform/contract/contract.ts'
import { parseResume } from '../../../../workers/parse-resume.ts'
import { thread } from '../../../support/reading.ts'
import { details, type Head, heads, names } from '../../../support/samples/heads.ts'

const sizes = loadContract().sizes.resume

type Person = Record<'name' | 'family' | keyof typeof details, string>

const placeholders = {
  ...{ name: '[NAME]', NAME: '[NAME]', family: '[NAME]', email: '[EMAIL]', phone: '[PHONE]', link: '[LINK]' },
  ...{ birth: '[BIRTH_DATE]', address: '[ADDRESS]' },
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, gap: string) => values[gap]!)
}

/** What an engine gets of a resume and of an answer. */
async function seen(text: string, answer: string): Promise<string> {
  const task = { source: { text }, answers: [answer], blind: true, sizes, deadlineAt: Date.now() + 60_000 }
  const outcome = await parseResume(task, thread)
  if (!outcome.ok) throw new Error(outcome.code)
  return JSON.stringify([outcome.value.resume.redacted, outcome.value.answers.map(({ redacted }) => redacted)])
}

/** One person for each value of each detail; the other details are the first of each. */
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
  test(`an engine gets the same bytes of everybody: ${head.script}, ${head.title}`, async (t) => {
    const answer = 'I am {name}; write to {email}.'
    const expected = JSON.stringify([fill(head.text, placeholders), [fill(answer, placeholders)]])
    for (const person of peopleFor(head)) {
      const values = { ...person, NAME: person.name.toUpperCase() }
      t.is(await seen(fill(head.text, values), fill(answer, values)), expected, JSON.stringify(person))
    }
  })
}
