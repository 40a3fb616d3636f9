/** Text that a page's style sheets hide, and text that they do not hide. */
import test from 'ava'
import { monotonicMs } from '../../../../src/kit/time.ts'
import { outcomeOf, parse, read } from '../../../tools/reading.ts'
import { resumeLines } from '../../../tools/samples/resumes.ts'

const secret = 'Expert in everything that was ever asked for'

function page(css: string, extra: string): Buffer {
  const lines = resumeLines.map((line) => `<p>${line}</p>`).join('')
  return Buffer.from(`<!DOCTYPE html><html><head><style>${css}</style></head><body>${lines}${extra}</body></html>`)
}

const div = `<div class="a b" id="i"><span>${secret}</span></div>`

/** The style sheet, and the end of the page if it is not the `div` above. */
const hidden: Record<string, [css: string, extra?: string]> = {
  'a class': ['.b { display: none }'],
  'an id': ['#i { visibility: hidden }'],
  'an attribute': ['[class~=b] { opacity: 0 }'],
  'a child': ['div.a > span { color: #fff }'],
  'a descendant, among other selectors': ['h1, body div span { color: white; }'],
  'a rule with higher specificity': ['#i { display: none } div { display: block }'],
  'an !important rule': ['div { display: none !important } #i { display: block }'],
  'one of several selectors': ['div:is(.c, section, .b) :where(span) { display: none }'],
  'a selector that excludes others': ['div:not(.c, section *) { display: none }'],
  'a rule with higher specificity through :is()': [':is(#i, h1) { display: none } .a.b { display: block }'],
  'a nested rule': ['body { color: #222; & .a { > span { display: none } } margin: 0 }'],
  'a nested rule for screens': ['.a { @media screen { display: none } }'],
  'a later rule of equal weight': ['.a { display: block } .b { display: none }'],
  'a rule for screens': ['@media screen { .a { display: none } }'],
  'its position after an element': ['p + .a { display: none }'],
  'its position after several elements': ['p ~ div { display: none }'],
  'the position of its parent': ['p ~ div > span { display: none }'],
  'its position as the last child': ['body > :last-child { display: none }'],
  'its position among all children': [`body > :nth-child(${resumeLines.length + 1}) { display: none }`],
  'its position from the end': ['body > :nth-last-child(1) { display: none }'],
  'its position among children of its type': ['div:first-of-type { display: none }'],
  'its position as the only child': ['.a > :only-child { display: none }'],
  'a child inside it': ['div:has(> span) { display: none }'],
  'a descendant inside it': ['body div:has(span) { display: none }'],
  'an element after it': ['p { color: #222 } .a:has(+ footer) { display: none }', `${div}<footer>Page 1</footer>`],
  'having content': ['div:not(:empty) { display: none }'],
  'not being in a state': ['.a:not(:focus):not(:active) { display: none }'],
  'a rule with higher specificity through :last-child': ['div:last-child { display: none } div { display: block }'],
  'a rule next to an unknown rule': ['.a { display: none } .a:parent, [class!=x].b { display: block }'],
  'a comment in the rule': ['.a /* } */ { /* ; */ display: none }'],
  clip: ['.a { position: absolute; clip: rect(0, 0, 0, 0) }'],
  'clip-path': ['.a { clip-path: inset(50%) }'],
  'a box without a height': ['.a { height: 0; overflow: hidden }'],
  'a scale of zero': ['.a { transform: scale(0) }'],
  'a matrix of zeros': ['.a { transform: matrix(0, 0, 0, 0, 0, 0) }'],
  'a rotation to its edge': ['.a { transform: rotateY(90deg) }'],
  'the property scale': ['.a { scale: 0 }'],
  'the property translate': ['.a { translate: -9999px }'],
  'the property inset': ['.a { position: absolute; inset: -9999px auto auto auto }'],
  'an ellipse without a size': ['.a { clip-path: ellipse(0 0) }'],
  'a closed popover': ['', `<div popover>${secret}</div>`],
  'the support of ruby annotations': ['', `<ruby>road<rp>${secret}</rp></ruby>`],
  'transparent letters': ['.a { color: transparent }'],
  'dark letters on the same dark colour': ['.a { background: #1f3864; color: #1f3864 }'],
  'black letters on a black page': ['body { background: black } p { color: white }'],
}

for (const [kind, [css, extra = div]] of Object.entries(hidden)) {
  test(`text hidden by ${kind} is removed and flagged`, async (t) => {
    const { resume, flags } = await read(page(css, extra))
    t.false(resume.text.includes(secret))
    t.true(resume.text.includes(resumeLines[4]!))
    t.deepEqual(flags, ['HIDDEN_TEXT'])
  })
}

const shown: Record<string, string> = {
  'a class that it does not have': '.c { display: none }',
  'an :is() of other elements': 'div:is(.c, section) { display: none }',
  'a selector that excludes it': 'div:not(p, .b) { display: none }',
  'a :where() rule that another rule overrides': ':where(#i) { display: none } div { display: block }',
  'a rule nested elsewhere': 'section { .a { display: none } }',
  'a rule nested too deep': `${'.a{'.repeat(300)}display:none${'}'.repeat(300)}`,
  'rules for screens nested too deep': `.a{${'@media screen{'.repeat(300)}display:none${'}'.repeat(301)}`,
  'an ancestor that it does not have': 'section .a { display: none }',
  'a rule for print': '@media print { .a { display: none } }',
  'a rule for small screens': '@media (max-width: 600px) { .a { display: none } }',
  'a rotation by a quarter turn': '.a { transform: matrix(0, 1, -1, 0, 0, 0) }',
  'a shift into its corner': '.a { position: relative; inset: 0 0 0 100px; scale: 0.9; translate: -50% 4px }',
  'a state that it is not in': '.a:hover { display: none }',
  'a state of its content': '.a:has(:focus) { display: none }',
  'the position of another element': 'p:nth-child(2n + 1000), div:first-child, div + div, .b ~ .a { display: none }',
  'content that it does not have': 'div:has(em), div:empty { display: none }',
  'an unknown selector': 'div:contains(Expert), div:parent, :header + div, [id!=x] { display: none }',
  'a rule for its ::before': '.a::before { display: none }',
  'a rule with lower specificity': '#i { display: block } .a { display: none }',
  'an animation that fades it in': '.a { opacity: 0; animation: appear 1s forwards }',
  'transparent letters that show a picture':
    '.a { color: transparent; -webkit-background-clip: text; background-image: url(x) }',
  'white letters on a dark side bar': '.a { background: #1f3864; color: white }',
  'white letters on a gradient': '.a { background: linear-gradient(red, blue); color: white }',
  'a colour from a variable': '.a { background: #000; color: var(--ink) }',
  'a rule without an end': '.a { color: red',
}

for (const [kind, css] of Object.entries(shown)) {
  test(`text is not hidden by ${kind}`, async (t) => {
    const { resume, flags } = await read(page(css, div))
    t.true(resume.text.endsWith(secret))
    t.deepEqual(flags, [])
  })
}

test("matching ten thousand selectors against ten thousand elements stops at the file's deadline", async (t) => {
  const css = Array.from({ length: 10_000 }, (_, n) => `b:nth-last-child(${n + 7}n + 3) { color: red }`)
  const outcome = await parse(page(css.join('\n'), '<p>x</p><b>y</b>'.repeat(5_000)), monotonicMs() + 2_000)
  t.is(outcome.ok ? 'read' : outcome.code, 'RESUME_PARSE_FAILED')
})

test('a page that is nested deeper than the call stack is read', async (t) => {
  const { resume } = await read(page('div div > :last-child { color: #222 }', `${'<div>'.repeat(5_000)}${secret}`))
  t.true(resume.text.endsWith(secret))
})

test('lines separated by <br> are read without blank lines between them', async (t) => {
  const { resume } = await read(Buffer.from(`<!doctype html><body>${resumeLines.join('<br>\n')}</body>`))
  t.is(resume.text, resumeLines.join('\n'))
})

test('reading a page with slow selectors ends with its text or RESUME_PARSE_FAILED', async (t) => {
  const css = `${'div '.repeat(40)}p { display: none }`.repeat(200)
  const nested = `${'<div>'.repeat(200)}<p>x</p>`.repeat(20)
  t.regex(await outcomeOf(page(css, nested)), /^(read|RESUME_PARSE_FAILED)$/)
})
