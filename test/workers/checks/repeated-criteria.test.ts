import test from 'ava'
import { repeatsCriteria } from '../../../workers/checks/repeated-criteria.ts'
import { labelledJobs } from '../../support/eval/labelled-set.ts'

const criteria = [
  'Experience leading a team of nurses',
  'Two years of critical care experience',
  'Able to work night shifts',
  'Knowledge of infection control procedures',
  'BLS certification',
]
const resume = 'Jane Roe\nStaff nurse, City Hospital, 2018 to 2023. Charge nurse at night.\nBLS certification'

test('a passage with most of the criteria word for word is noticed, whatever its case, marks and headings', (t) => {
  const pasted = criteria.slice(0, 3).map((text) => `* ${text.toUpperCase()}!`)
  t.true(repeatsCriteria(`${resume}\nKEY SKILLS\n${pasted.join('\n')}`, criteria))
  t.true(repeatsCriteria(`${pasted.join(', and I also have ')} ${resume}`, criteria))
})

test('half of the criteria, or criteria far apart, are no such passage', (t) => {
  t.false(repeatsCriteria(`${resume}\n${criteria.slice(0, 2).join('\n')}`, criteria))
  t.false(repeatsCriteria(criteria.join(`\n${resume}\n`), criteria))
})

test('a list of skills that are criteria of a few words is honest', (t) => {
  const names = ['Python', 'SQL', 'Docker', 'Project management', 'Night shifts', 'Node.js']
  t.false(repeatsCriteria(`Skills: ${names.join(', ')}`, names))
})

test('no resume of the labelled set is taken for a list of criteria, and each is with the list pasted', (t) => {
  for (const job of labelledJobs('tuned')) {
    const texts = job.criteria.map(({ text }) => text)
    for (const { text } of job.resumes) {
      t.false(repeatsCriteria(text, texts), job.name)
      t.true(repeatsCriteria(`${text}\n${texts.join('\n')}`, texts), job.name)
    }
  }
})
