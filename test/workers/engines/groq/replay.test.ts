/**
 * A strong model's recorded responses, passed through the engine and its checks: correct verdicts stay correct,
 * distorted or not.
 */
import test from 'ava'
import { compareWithLabels, compareWithUnspoiled, drawQuirks, replay, targets } from '../../../tools/eval/replay/run.ts'
import { recordedResumes } from '../../../tools/eval/replay/recorded-answers.ts'
import { isRight, share } from '../../../tools/eval/verdict-figures.ts'

test('a strong model keeps its accuracy, none of its faithful quotes is refused, and it is called once for each resume', async (t) => {
  const jobs = await replay()
  t.deepEqual(
    jobs.flatMap(({ failure }) => failure || []),
    [],
  )
  t.deepEqual(
    jobs.flatMap(({ faithfulRefused }) => faithfulRefused),
    [],
  )
  const { judged } = await compareWithLabels(jobs)
  t.true(share(judged, isRight) >= targets.accuracyMin, `${share(judged, isRight)} of the verdicts are right`)
  const calls = jobs.reduce((sum, job) => sum + job.calls, 0)
  t.true(calls <= targets.callsMax * jobs.length, `${calls} calls for ${jobs.length} resumes`)
})

test('responses distorted as real servers do give the same scores, and none gives a lower score without a flag', async (t) => {
  const plain = await replay()
  const recorded = recordedResumes()
  const spoiled = await replay(drawQuirks(1), [...recorded, ...recorded, ...recorded, ...recorded])
  const { same, lowerInSilence } = compareWithUnspoiled(spoiled, plain)
  const told = (jobs: typeof spoiled) => jobs.map((job) => `${job.recorded.job.name}: ${job.drawn.join(', ')}`)
  t.deepEqual(told(lowerInSilence), [])
  const others = told(spoiled.filter((job) => !same.includes(job)))
  t.true(same.length >= targets.sameUnderQuirksMin * spoiled.length, others.join('\n'))
})
