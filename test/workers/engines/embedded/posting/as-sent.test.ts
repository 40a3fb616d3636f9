/** The markup in descriptions that applicant-tracking systems send must not change their criteria. */
import test from 'ava'
import { countGeneration, type Generate } from '../../../../tools/eval/generation-figures.ts'
import { labelledPostings, postingsAsSent } from '../../../../tools/eval/labelled-set.ts'
import { markings } from '../../../../tools/eval/marked-postings.ts'
import { generate as generated } from '../../../../tools/samples/generated-criteria.ts'

const generate: Generate = ({ title, company, text }) =>
  generated(text, { jobTitle: title, companyName: company }).catch(() => [])

test('each of 40 unedited descriptions gives a criterion for each requirement, and no others', async (t) => {
  const postings = postingsAsSent()
  t.is(postings.length, 40)
  const { faults } = await countGeneration(postings, generate)
  t.deepEqual(faults, [])
})

for (const [kind, mark] of Object.entries(markings)) {
  test(`the labelled postings give equally good criteria as ${kind}`, async (t) => {
    const postings = labelledPostings('tuned')
    const marked = postings.map((posting) => ({ ...posting, text: mark(posting.text) }))
    t.deepEqual(await countGeneration(marked, generate), await countGeneration(postings, generate))
  })
}
