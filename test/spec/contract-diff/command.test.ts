/** The command `make contract-diff`: its comparison, output and exit codes. */
import test from 'ava'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { lastRelease } from '../../../spec/contract-diff/base.ts'
import { changelog, fails } from '../../../spec/contract-diff/changelog.ts'
import type { Finding } from '../../../spec/contract-diff/judge.ts'
import type { Json } from '../../../spec/contract-diff/tree.ts'
import { readWaivers, waive } from '../../../spec/contract-diff/waivers.ts'
import { all, drop, set, type Edit } from './edits.ts'

const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'))
test.after.always(() => rmSync(folder, { recursive: true }))

const schemas = '/components/schemas'

/** Writes the contract before an edit to a file. The extension of `name` decides the format. */
function fileWith(name: string, edit: Edit): string {
  const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Json
  edit(document)
  const file = join(folder, name)
  writeFileSync(file, name.endsWith('.yaml') ? stringify(document) : JSON.stringify(document))
  return file
}

/** Returns the file and line of `member` below the top-level name `name`. */
function lineOf(file: string, name: string, member: string): string {
  const lines = readFileSync(file, 'utf8').split('\n')
  const start = lines.indexOf(`${name}:`)
  const line = lines.findIndex((text, index) => index > start && text.trim().startsWith(`${member}:`))
  return `${file}:${line + 1}`
}

function run(...words: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync('node', ['spec/contract-diff/main.ts', ...words], { encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

test('a contract with only additions passes, and its changelog is printed', (t) => {
  const base = fileWith('adds.yaml', drop(`${schemas}/ScoringJob/properties/audit`))
  const { code, out, err } = run(base)
  t.is(err, '')
  const users = /audit\b.*\((.*)\)$/m.exec(out)?.[1] ?? 'none'
  t.is(
    out,
    `# Changes to the contract since \`${base}\`

## Not breaking: 1

- \`#/components/schemas/ScoringJob/properties/audit\` (${lineOf('spec/schemas/scoring.yaml', 'ScoringJob', 'audit')}): \`ScoringJob.audit\` is new in responses; clients ignore unknown members. (${users})

Result: breaks nothing (exit code 0). The next version is 1.2.0.
`,
  )
  t.is(code, 0)
})

test('a contract that breaks clients is refused, and breaking changes are listed first', (t) => {
  const adds = drop(`${schemas}/Assessment/properties/criteria`)
  const breaks = set(`${schemas}/Usage/properties/old`, { type: 'string' })
  const { code, out } = run(fileWith('breaks.json', all(adds, breaks)))
  t.is(code, 1)
  const [first, second] = ['Breaking: 1', 'Not breaking: 1'].map((title) => out.indexOf(`## ${title}`))
  t.true(first !== -1 && (first as number) < (second as number), out)
  t.regex(
    out,
    /- `#\/components\/schemas\/Usage\/properties\/old` \(spec\/schemas\/\w+\.yaml:\d+\): `Usage.old` was removed from responses;/,
  )
  t.regex(out, /\nResult: breaks clients \(exit code 1\)\. .* the next version is 2\.0\.0\.\n$/)
})

test('a member that can now be null is reported in one line', (t) => {
  const { out } = run(
    fileWith('nullable.json', set(`${schemas}/ScoringJob/properties/errorCode`, { $ref: `#${schemas}/ErrorCode` })),
  )
  const lines = out.split('\n').filter((line) => line.startsWith('- '))
  t.is(lines.length, 1, out)
  t.regex(lines[0]!, /`ScoringJob.errorCode` may now be null in responses;/)
})

test('the report about a changed pattern shows the old and the new pattern', (t) => {
  const { out } = run(fileWith('pattern.json', set(`${schemas}/ApiKeyName/pattern`, '^[a-z]+$')))
  t.true(out.includes('must match `^(?!\\s*$)') && out.includes('instead of `^[a-z]+$`;'), out)
})

const finding = (pointer: string): Finding => ({ pointer, breaks: true, sentence: 'It breaks.', users: [] })
const waiver = {
  since: '1.0.0',
  pointer: '#/a',
  reason: 'Nobody reads it.',
  date: '2026-11-01',
  agreedBy: 'the partners',
}

test('a break with a waiver is shown with its reason and accepted, and an unused waiver is refused', (t) => {
  const judge = (breaking: Finding[]) => ({ ...waive(breaking, [waiver]), harmless: [] })
  const agreed = judge([finding('#/a')])
  t.false(fails(agreed))
  t.regex(
    changelog(agreed, { name: '1.0.0', version: '1.0.0' }, '1.0.0'),
    /## Breaking by agreement: 1\n\n- `#\/a`.*It breaks\. Agreed on 2026-11-01 by the partners: Nobody reads it\./,
  )
  t.true(fails(judge([finding('#/a'), finding('#/b')])))
  t.true(fails(judge([])))
})

test('a waiver needs all of its members, including a date', (t) => {
  const read = (entry: object) => {
    const file = join(folder, 'waivers.yaml')
    writeFileSync(file, stringify([entry]))
    return readWaivers('1.0.0', file)
  }
  t.deepEqual(read(waiver), [waiver])
  t.deepEqual(read({ ...waiver, since: '0.9.0' }), [], 'a waiver is valid for one release')
  t.throws(() => read({ ...waiver, reason: '' }), { message: /needs a text for reason/ })
  t.throws(() => read({ ...waiver, date: 'soon' }), { message: /"soon": give it as YYYY-MM-DD/ })
})

test('an unchanged contract is reported as unchanged', (t) => {
  const { code, out } = run('generated/openapi.yaml')
  t.true(
    out.startsWith('# Changes to the contract since `generated/openapi.yaml`\n\nNo change that a client can notice.\n'),
  )
  t.is(code, 0)
})

/** Skipped outside a Git repository, where there are no commits. */
const inRepository = existsSync('.git') ? test : test.skip

inRepository('a commit can be the base', (t) => {
  const { code, out, err } = run('HEAD')
  t.true(out.startsWith('# Changes to the contract since `HEAD`\n'), out + err)
  t.is(code, out.includes('## Breaking') ? 1 : 0)
})

test('an invalid base is reported in one line with the fix', (t) => {
  const wrong: [string[], RegExp][] = [
    [['no-such-thing'], /^no-such-thing is neither a file nor a commit: give BASE=<git ref or file>/],
    [['--all'], /^--all is neither a file nor a commit/],
    [
      ['package.json'],
      /^package.json is not a contract: it needs `openapi: 3\.…` and `paths`\. Give an OpenAPI document/,
    ],
    [['README.md'], /^README.md is not a contract: it is neither JSON nor YAML\. Give an OpenAPI document/],
    [['one', 'two'], /^Give one base at most/],
  ]
  for (const [words, line] of wrong) {
    const { code, out, err } = run(...words)
    t.is(code, 2, words.join(' '))
    t.is(out, '')
    t.regex(err, line)
    t.is(err.trimEnd().split('\n').length, 1, err)
  }
})

test('the base is the last release by version number, not in alphabetical order', (t) => {
  t.is(lastRelease(join(folder, 'none')), null)
  const releases = join(folder, 'releases')
  mkdirSync(releases)
  t.is(lastRelease(releases), null)
  const contract = fileWith('release.yaml', () => undefined)
  for (const version of ['1.2.0', '1.10.0', '1.9.9'])
    writeFileSync(join(releases, `${version}.yaml`), readFileSync(contract))
  writeFileSync(join(releases, 'README.md'), 'Releases.')
  t.is(lastRelease(releases)?.name, '1.10.0')
})

test('the contract does not break its last release', (t) => {
  const { code, out } = run()
  t.is(code, 0, out)
})
