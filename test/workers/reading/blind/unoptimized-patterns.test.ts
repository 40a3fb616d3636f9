/**
 * In a thread that has blinded many resumes, V8 sometimes compiles patterns without optimizing them. A group such as
 * `(?i:a|b)` then matches nothing, so blinding with such groups would miss names and identity numbers.
 */
import test from 'ava'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { countryHeads } from '../../../tools/samples/country-heads.ts'

const blind = new URL('../../../../workers/reading/blind/blind.ts', import.meta.url).href
const sentences = [
  'I am Priya Nair, a nurse.\nNair leads.',
  'Profile\nMy name is Tomasz Zielny and I weld.',
  'Jane Doe\nPESEL: 90010100014\n\nEXPERIENCE',
  'Jane Doe\nlinkedin . com / in / jane-doe\nGeburtsdatum: 12. MÄRZ 1990',
]
const texts = [...sentences, ...countryHeads().map(({ text }) => text)]

test('blinding finds the same details if V8 does not optimize the patterns', async (t) => {
  const code = `const { blindApplication } = await import('${blind}')
    console.log(JSON.stringify(${JSON.stringify(texts)}.map((text) => blindApplication(text, []).resume.redacted)))`
  const redacted = async (...flags: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--input-type=module', '--eval', code])
    return JSON.parse(stdout) as string[]
  }
  const optimized = await redacted()
  t.true(optimized[0]!.includes('[NAME]') && optimized[2]!.includes('[ID_NUMBER]'))
  t.deepEqual(await redacted('--no-regexp-optimization'), optimized)
})
