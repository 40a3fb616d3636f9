/** The mapping between a text and its redacted form, where it is cut. */
import test from 'ava'
import { cutPassage, plainPassage, toVisible } from '../../src/kit/passages.ts'

const blinded = {
  text: 'Ms Miller at Oak, Mr Smith at Elm',
  redacted: 'Ms [NAME] at Oak, Mr [NAME] at Elm',
  replacements: [
    { redactedStart: 3, redactedEnd: 9, start: 3, end: 9 },
    { redactedStart: 21, redactedEnd: 27, start: 21, end: 26 },
  ],
}

test('a passage that is short enough is unchanged', (t) => {
  t.is(cutPassage(blinded, blinded.redacted.length), blinded)
})

test('a cut passage contains the text of what is left, and no more', (t) => {
  t.deepEqual(cutPassage(plainPassage('abcdef'), 4), { text: 'abcd', redacted: 'abcd', replacements: [] })
  const cut = cutPassage(blinded, 13)
  t.deepEqual(cut, { text: 'Ms Miller at ', redacted: 'Ms [NAME] at ', replacements: [blinded.replacements[0]!] })
})

test('a cut through a placeholder keeps all of the text that it replaces', (t) => {
  const cut = cutPassage(blinded, 23)
  t.is(cut.redacted, 'Ms [NAME] at Oak, Mr [N')
  t.is(cut.text, 'Ms Miller at Oak, Mr Smith')
  t.deepEqual(toVisible(cut, 18, 23), toVisible(blinded, 18, 23))
})

test('a cut through a pair of surrogates leaves well-formed text', (t) => {
  t.true(cutPassage(plainPassage('a\u{1f600}b'), 2).redacted.isWellFormed())
})
