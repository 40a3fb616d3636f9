/**
 * A file that needs more memory than its sandbox has. It has its own test file because it takes its whole time limit.
 */
import test from 'ava'
import { outcomeOf } from '../../../tools/reading.ts'
import { makeDocx } from '../../../tools/samples/resumes.ts'

test("a file that exceeds the sandbox's memory is RESUME_PARSE_FAILED, and the next file is read", async (t) => {
  const nested = Buffer.from(`<html>${'<b>'.repeat(3_000_000)}`)
  t.is(await outcomeOf(nested), 'RESUME_PARSE_FAILED')
  t.is(await outcomeOf(await makeDocx()), 'read')
})
