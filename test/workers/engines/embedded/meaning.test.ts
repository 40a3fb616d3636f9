/** Resumes that use other words than the criterion, and which of them earn credit. */
import test from 'ava'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { coverage, likeness, meaningOf } from '../../../../workers/language/word-vectors.ts'
import { stem } from '../../../../workers/language/tokens.ts'
import { draftOne } from './drafting.ts'

const nurse = `Staff Nurse, Cardiothoracic Intensive Care, 2017 - 2022
Took over intubated patients straight from the operating room and weaned them off the vent.
Entered all notes into the charting system before the end of each shift.`

test('a passage that means the same as the requirement earns credit and is quoted', async (t) => {
  const cases = [
    ['Experience managing ventilated patients', nurse],
    [
      'Negotiating settlements',
      'Claims Adjuster, Beacon Mutual, 2015 - 2023\nSettled 180 claims a year, negotiated with attorneys',
    ],
    [
      'Handles frightened animals',
      'Veterinary Technician, Green Hollow Animal Hospital, 2015 - 2023\nLow-stress handling of fearful cats and dogs',
    ],
  ]
  for (const [criterion, resume] of cases) {
    const { verdict, evidence, reason } = await draftOne(criterion!, resume!)
    t.is(verdict, 'MET', `${criterion}: ${reason}`)
    t.true(evidence.length > 0 && evidence.every(({ quote }) => resume!.includes(quote)))
  }
})

test('similarity is not evidence of a tool, a licence, a language or a number', async (t) => {
  const cases = [
    ['Experience with React', 'Built web pages in Angular and Vue for two shops, with tests and reviews.'],
    ['State physical therapist license', 'Treated orthopedic patients with manual therapy at a rehabilitation clinic.'],
    ['Fluent Spanish', 'Translated Portuguese letters into French for the embassy every week.'],
    ['Pastry chef experience', 'Sous chef at a steakhouse, ran the grill with three cooks.'],
  ]
  for (const [criterion, resume] of cases) {
    const { verdict, reason } = await draftOne(criterion!, resume!)
    t.not(verdict, 'MET', `${criterion}: ${reason}`)
    t.not(verdict, 'PARTIAL', `${criterion}: ${reason}`)
  }
})

test('a list of names is not evidence, and neither is a hope or a referee', async (t) => {
  for (const resume of [
    'SKILLS\nIntubation, sedation, weaning from the vent, intensive care of patients',
    'I hope to look after intubated and ventilated patients one day.',
    'REFERENCES\nManages ventilated and intubated patients in intensive care: Jane Doe, nurse',
  ]) {
    t.is((await draftOne('Experience managing ventilated patients', resume)).verdict, 'NO_EVIDENCE', resume)
  }
})

test('a job of another kind adds no years, even if it shares a word with the subject', async (t) => {
  const asked = '2+ years in a small animal hospital'
  t.is((await draftOne(asked, 'Staff Nurse, Mercy Valley Hospital, 2015 - 2023')).verdict, 'NO_EVIDENCE')
  t.is((await draftOne(asked, 'Veterinary Technician, Green Hollow Animal Hospital, 2015 - 2023')).verdict, 'MET')
})

test('each vector belongs to its word, and words with similar uses are closer than others', (t) => {
  const folder = join(import.meta.dirname, '../../../../workers/language/word-vectors')
  const words = readFileSync(join(folder, 'words.txt'), 'utf8').trimEnd().split('\n')
  t.is(statSync(join(folder, 'vectors.bin')).size, words.length * 96)
  t.is(new Set(words).size, words.length)
  const meaning = (text: string) => meaningOf(text.split(' ').map(stem))
  t.true(likeness(meaning('intubated'), meaning('ventilated')) > likeness(meaning('intubated'), meaning('invoice')))
  t.is(coverage(meaning('ventilated patients'), meaning('patients ventilated daily')), 1)
  t.is(likeness(meaning('zynthra'), meaning('patients')), 0)
})
