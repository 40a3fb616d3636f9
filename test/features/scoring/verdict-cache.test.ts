import test from 'ava'
import type { Criterion } from '../../../generated/types.gen.ts'
import { hashCriteria, hashInput, hashReading, type ScoringInput } from '../../../src/features/scoring/verdict-cache.ts'
import type { EngineIdentity } from '../../../src/kit/engine-identity.ts'
import { plainPassage } from '../../../src/kit/passages.ts'

const identity: EngineIdentity = { engine: 'embedded', model: 'm', promptVersion: '1' }
const input = (resume: string, question: string, answer: string): ScoringInput => ({
  resume: plainPassage(resume),
  answers: [{ question, passage: plainPassage(answer) }],
})
const same = input('a resume', 'When?', 'Now.')

test("everything that affects a verdict, except the criterion itself, changes the input's hash", (t) => {
  const hashes = [
    hashInput(identity, same),
    hashInput({ ...identity, engine: 'groq' }, same),
    hashInput({ ...identity, model: 'n' }, same),
    hashInput({ ...identity, promptVersion: '2' }, same),
    hashInput(identity, input('another resume', 'When?', 'Now.')),
    hashInput(identity, input('a resume', 'Where?', 'Now.')),
    hashInput(identity, input('a resume', 'When?', 'Later.')),
    hashInput(identity, { ...same, answers: [] }),
  ]
  t.is(new Set(hashes).size, hashes.length)
  t.is(hashInput({ ...identity }, structuredClone(same)), hashes[0] as string)
})

test("a criterion's text changes the key of its verdict, and its id, importance and position do not", (t) => {
  const one: Criterion = { id: 'c_1', text: 'Java', importance: 'MUST_HAVE', order: 0 }
  const key = (criterion: Criterion) => hashCriteria('input', [criterion])[0]?.hash as string
  t.is(key({ ...one, id: 'c_2', importance: 'PREFERRED', order: 7 }), key(one))
  t.not(key({ ...one, text: 'Go' }), key(one))
})

test("text that is redacted for the engine still changes the reading's hash, because quotes come from it", (t) => {
  const passage = (text: string): ScoringInput['resume'] => ({ ...input('[name]', 'Who?', '[name]').resume, text })
  const read = (name: string): ScoringInput => ({
    resume: passage(name),
    answers: [{ question: 'Who?', passage: passage('I') }],
  })
  t.is(hashInput(identity, read('Ann')), hashInput(identity, read('Bob')))
  t.not(hashReading('input', read('Ann')), hashReading('input', read('Bob')))
  t.not(hashReading('input', read('Ann')), hashReading('other', read('Ann')))
  t.is(hashReading('input', read('Ann')), hashReading('input', read('Ann')))
})
