/**
 * A partner sends resumes that are meant to make our patterns backtrack. The time for each resume must be proportional
 * to its length.
 */
import test from 'ava'
import { parse } from '../tools/reading.ts'
import { loadContract } from '../../src/platform/contract/contract.ts'
import { readUnitsMax } from '../../workers/reading/reading.ts'

const readMax = readUnitsMax(loadContract().sizes.resume)

/** The first unit looks like a name, because the name in a resume becomes part of a pattern. */
const units: Record<string, string> = {
  'names with pattern characters': 'Jo(hn.*+?^${}[ D]oe|\\\n',
  'the same name again and again': 'John Doe ',
  'half of a name': 'Mr. John John ',
  'endless names': 'John ',
  'capitals and full stops': 'J. ',
  digits: '0 1-2 (3) ',
  'endless dates': 'born: 01.01.',
  'endless e-mail addresses': 'a.a@',
  'endless web addresses': 'http://a.',
  'endless host names': 'linkedin.com/in/',
  'streets without numbers': 'Long Street ',
  'numbers without streets': '12345 ',
  'endless pronouns': 'she/',
  'white space': ' \t',
  'blank lines': '\n \n',
  joiners: 'a\u200d',
  directions: '\u202e\u2066a',
  'endless marks on one letter': 'e\u0301\u0323',
  brackets: '((((',
  headings: 'Work\nContact\n',
}

async function cpuMsOf(unit: string, length: number): Promise<number> {
  const text = `John Doe\n${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}`
  const { user } = process.cpuUsage()
  await parse(Buffer.from(text), undefined, true)
  return (process.cpuUsage().user - user) / 1_000
}

/**
 * The maximum ratio of times if the length is doubled. Linear time gives slightly more than 2, and backtracking 4 or
 * more.
 */
const growthMax = 3
/** Shorter times are not compared, because they depend mostly on the garbage collector and the compiler. */
const noiseMs = 300

for (const [kind, unit] of Object.entries(units)) {
  test.serial(`a resume that consists of ${kind} is read in time proportional to its length`, async (t) => {
    t.timeout(600_000) // so that the test also passes on a busy machine
    const first = await cpuMsOf(unit, readMax / 4)
    if (first <= noiseMs) return t.pass()
    const half = await cpuMsOf(unit, readMax / 8)
    // The first run includes compilation, and sometimes garbage collection.
    const whole = Math.min(first, await cpuMsOf(unit, readMax / 4))
    t.true(whole <= growthMax * half + noiseMs, `${half} ms, then ${whole} ms`)
  })
}
