import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { repeatedShare } from '../../../workers/checks/repeated-criteria.ts'
import { labelledJobs } from '../../tools/eval/labelled-set.ts'

const criteria = [
  'Experience leading a team of nurses',
  'Two years of critical care experience',
  'Able to work flexible night shifts',
  'Knowledge of infection control procedures',
  'BLS certification',
]
const resume = 'Jane Roe\nStaff nurse, City Hospital, 2018 to 2023. Charge nurse at night.\nBLS certification'

const jobs = [...labelledJobs('tuned'), ...labelledJobs('unseen')].map((job) => ({
  name: job.name,
  criteria: job.criteria.map(({ text }) => text),
  resumes: job.resumes.map(({ text }) => text),
}))
/** Returns a resume from another trade, which meets almost none of the job's criteria. */
const strangerOf = (name: string): string => {
  const at = jobs.findIndex((job) => job.name === name)
  return jobs[(at + 7) % jobs.length]!.resumes[0]!
}

test('repeated criteria are detected in any order, case and punctuation, close together or far apart', (t) => {
  const pasted = criteria.slice(0, 3).map((text) => `* ${text.toUpperCase()}!`)
  t.is(repeatedShare(`${resume}\nKEY SKILLS\n${pasted.join('\n')}`, criteria.slice(0, 3)), 1)
  t.truthy(repeatedShare(`${pasted.join(', and I also have ')} ${resume}`, criteria))
  t.truthy(repeatedShare(criteria.join(`\n${resume}\n`), criteria))
})

test('fewer than three criteria, or a list of short ones, are not treated as a copy', (t) => {
  t.is(repeatedShare(`${resume}\n${criteria.slice(0, 2).join('\n')}`, criteria), null)
  const names = ['Python', 'SQL', 'Docker', 'Project management', 'Night shifts', 'Node.js']
  t.is(repeatedShare(`Skills: ${names.join(', ')}`, names), null)
})

test('at most one in fifty ordinary resumes in the labelled set is mistaken for a copy', (t) => {
  const flagged = jobs.flatMap((job) => job.resumes.map((text) => repeatedShare(text, job.criteria) !== null))
  t.true(flagged.filter(Boolean).length / flagged.length <= 1 / 50)
})

test('pasted criteria are always detected, as a list or between the lines of a resume from another trade', (t) => {
  for (const { name, criteria } of jobs) {
    const lines = strangerOf(name).split('\n')
    t.truthy(repeatedShare(`${lines.join('\n')}\n${criteria.join('\n')}`, criteria), name)
    const between = criteria.map((text, at) => `${lines[at % lines.length]}\n${text}`)
    t.truthy(repeatedShare(between.join('\n'), criteria), name)
  }
})

test('criteria reworded as past work are detected', (t) => {
  const file = join(import.meta.dirname, '../../data/eval/reworded-criteria.txt')
  const blocks = readFileSync(file, 'utf8').split(/^@ /m).slice(1)
  t.is(blocks.length, 8)
  for (const block of blocks) {
    const [name = '', ...lines] = block.trim().split('\n')
    const { criteria } = jobs.find((job) => job.name === name)!
    t.is(repeatedShare(strangerOf(name), criteria), null, name)
    t.truthy(repeatedShare(`${strangerOf(name)}\n${lines.join('\n')}`, criteria), name)
  }
})
