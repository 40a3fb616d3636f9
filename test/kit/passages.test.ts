/** How offsets map between the original text and its redacted form when a passage is truncated. */
import test from 'ava'
import { cutPassage, plainPassage, restOfLine, toVisible } from '../../src/kit/passages.ts'

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

test('a truncated passage contains only the text that became the kept part of `redacted`', (t) => {
  t.deepEqual(cutPassage(plainPassage('abcdef'), 4), { text: 'abcd', redacted: 'abcd', replacements: [] })
  const cut = cutPassage(blinded, 13)
  t.deepEqual(cut, { text: 'Ms Miller at ', redacted: 'Ms [NAME] at ', replacements: [blinded.replacements[0]!] })
})

test('truncation inside a placeholder keeps all of the text that the placeholder replaces', (t) => {
  const cut = cutPassage(blinded, 23)
  t.is(cut.redacted, 'Ms [NAME] at Oak, Mr [N')
  t.is(cut.text, 'Ms Miller at Oak, Mr Smith')
  t.deepEqual(toVisible(cut, 18, 23), toVisible(blinded, 18, 23))
})

test('truncation inside a pair of surrogates leaves well-formed text', (t) => {
  t.true(cutPassage(plainPassage('a\u{1f600}b'), 2).redacted.isWellFormed())
})

/** Returns the rest of the line around the quote. */
function restOf(text: string, quote: string): { before?: string; after?: string } {
  const start = text.indexOf(quote)
  return restOfLine(text, { start, end: start + quote.length })
}

test('the text before and after a quote in its line is found', (t) => {
  const text = 'Experience\n• Ran Kubernetes clusters for four years.\nEducation'
  t.deepEqual(restOf(text, 'Kubernetes clusters'), { before: '• Ran ', after: ' for four years.' })
  t.deepEqual(restOf(text, 'Ran Kubernetes clusters for four years'), {})
  t.deepEqual(restOf(text, 'Experience'), {})
  t.deepEqual(restOf(text, 'Educa'), { after: 'tion' })
  t.deepEqual(restOf(text, 'clusters for four years.\nEduc'), { before: '• Ran Kubernetes ', after: 'ation' })
})

test('only the sentence with the quote is shown if the line is long, and only whole words if the sentence is long', (t) => {
  const filler = 'Nothing to see here. '.repeat(30)
  t.deepEqual(restOf(`${filler}We ran Kubernetes for years. ${filler}`, 'Kubernetes'), {
    before: 'We ran ',
    after: ' for years.',
  })
  const { before = '', after = '' } = restOf(`${'lorem '.repeat(90)}Kubernetes${' ipsum'.repeat(90)}`, 'Kubernetes')
  t.regex(before, /^… (lorem )+$/)
  t.regex(after, /^( ipsum)+ …$/)
  t.true(before.length > 150 && before.length <= 201 && after.length > 150 && after.length <= 201)
})

test('what remains of a line without spaces is well-formed', (t) => {
  const text = '\u{1f600}'.repeat(300)
  const { start, end } = { start: 301 - 1, end: 302 }
  const { before = 'x', after = 'x' } = restOfLine(`a${text}`, { start, end })
  t.true(before.isWellFormed() && after.isWellFormed())
})
