/** `make contract-diff` as it is called: what it compares with, what it prints, and its exit codes. */
import test from 'ava'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { lastRelease } from '../../../spec/contract-diff/base.ts'
import type { Json } from '../../../spec/contract-diff/tree.ts'
import { all, drop, set, type Edit } from './edits.ts'

const folder = mkdtempSync(join(tmpdir(), 'contract-diff-'))
test.after.always(() => rmSync(folder, { recursive: true }))

const schemas = '/components/schemas'

/** A file with the contract as it would have been before, in the notation that the name ends in. */
function fileWith(name: string, edit: Edit): string {
  const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Json
  edit(document)
  const file = join(folder, name)
  writeFileSync(file, name.endsWith('.yaml') ? stringify(document) : JSON.stringify(document))
  return file
}

function run(...words: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync('node', ['spec/contract-diff/main.ts', ...words], { encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

test('a contract that only adds passes, with its changelog', (t) => {
  const base = fileWith('adds.yaml', drop(`${schemas}/ScoringJob/properties/audit`))
  const { code, out, err } = run(base)
  t.is(err, '')
  t.is(
    out,
    `# Changes of the contract since \`${base}\`

## Not breaking: 1

- \`#/components/schemas/ScoringJob/properties/audit\`: \`ScoringJob.audit\` comes with answers; a client that does not know it passes over it. (listScoringJobs, submitScoringJob, getScoringJob and 2 more)
`,
  )
  t.is(code, 0)
})

test('a contract that breaks clients is refused, and what breaks comes first', (t) => {
  const adds = drop(`${schemas}/Assessment/properties/criteria`)
  const breaks = set(`${schemas}/Usage/properties/old`, { type: 'string' })
  const { code, out } = run(fileWith('breaks.json', all(adds, breaks)))
  t.is(code, 1)
  const [first, second] = ['Breaking: 1', 'Not breaking: 1'].map((title) => out.indexOf(`## ${title}`))
  t.true(first !== -1 && (first as number) < (second as number), out)
  t.true(out.includes('- `#/components/schemas/Usage/properties/old`: `Usage.old` is gone from answers;'), out)
})

test('the same contract says so', (t) => {
  const { code, out } = run('generated/openapi.yaml')
  t.is(out, '# Changes of the contract since `generated/openapi.yaml`\n\nNone that a client can notice.\n')
  t.is(code, 0)
})

/** A copy of the files alone has no commits. */
const inRepository = existsSync('.git') ? test : test.skip

inRepository('a commit is a base', (t) => {
  const { code, out, err } = run('HEAD')
  t.true(out.startsWith('# Changes of the contract since `HEAD`\n'), out + err)
  t.is(code, out.includes('## Breaking') ? 1 : 0)
})

test('what is no base is answered in one line that says what to do', (t) => {
  const wrong: [string[], RegExp][] = [
    [['no-such-thing'], /^no-such-thing is neither a file nor a commit: give BASE=<git ref or file>/],
    [['--all'], /^--all is neither a file nor a commit/],
    [['package.json'], /^package.json is no contract: it needs `openapi: 3\.…` and `paths`\. Give an OpenAPI document/],
    [['README.md'], /^README.md is no contract: it is neither JSON nor YAML\. Give an OpenAPI document/],
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

test('the last release is the base, by number and not by name', (t) => {
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

test('the contract breaks nothing of its last release', (t) => {
  const { code, out } = run()
  t.is(code, 0, out)
})
