/**
 * Measures how many details that identify a person reach an engine, and how many harmless lines are redacted, for
 * people from twelve countries.
 */
import test from 'ava'
import { blindApplication } from '../../../../workers/reading/blind/blind.ts'
import { countryHeads, type Kind } from '../../../tools/samples/country-heads.ts'

const heads = countryHeads()
/** For each kind of detail, the maximum share that may reach an engine. */
const leakedShareMax: Record<Kind, number> = {
  ...{ NAME: 0.03, EMAIL: 0, PHONE: 0.01, BIRTH_DATE: 0.02, ADDRESS: 0.05, ID_NUMBER: 0 },
}
const overblindedShareMax = 1 / 200

test('at the top of 120 resumes hardly any detail reaches an engine, and hardly any harmless line is redacted', (t) => {
  t.is(heads.length, 120)
  const all = new Map<Kind, number>()
  const leaked = new Map<Kind, string[]>()
  const overblinded: string[] = []
  let innocent = 0
  for (const { country, layout, text, marks } of heads) {
    const { redacted } = blindApplication(text, []).resume
    for (const { kind, value } of marks) {
      all.set(kind, (all.get(kind) ?? 0) + 1)
      if (isLeaked(redacted, kind, value))
        leaked.set(kind, [...(leaked.get(kind) ?? []), `${country} ${layout}: ${value} in ${redacted}`])
    }
    const lines = new Set(redacted.split('\n'))
    for (const line of text.split('\n')) {
      if (line.trim() === '' || marks.some(({ value }) => line.includes(value))) continue
      innocent += 1
      if (!lines.has(line)) overblinded.push(`${country} ${layout}: ${line}`)
    }
  }
  for (const [kind, count] of all)
    t.true(
      (leaked.get(kind)?.length ?? 0) <= leakedShareMax[kind] * count,
      `${kind}, of ${count}:\n${leaked.get(kind)?.join('\n\n')}`,
    )
  t.true(overblinded.length <= overblindedShareMax * innocent, `of ${innocent}:\n${overblinded.join('\n')}`)
})

/**
 * Returns whether an engine sees a detail: a part of a name, an e-mail address, the beginning of an address, or any
 * other detail as a whole.
 */
function isLeaked(redacted: string, kind: Kind, value: string): boolean {
  if (kind === 'EMAIL') return redacted.includes('@')
  if (kind === 'ADDRESS') return redacted.includes(value.slice(0, 12))
  const parts =
    kind === 'NAME'
      ? value.split(' ').filter((part) => part.length > (/\p{Script=Latin}/u.test(part) ? 2 : 0))
      : [value]
  return parts.some((part) => redacted.includes(part))
}
