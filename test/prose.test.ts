/**
 * Everything that people read is in plain English. `spec/prose.yaml` lists constructions that are refused in the
 * contract, in documents, and in messages, comments and test titles.
 */
import test from 'ava'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { parse } from 'yaml'

type Rule = { pattern: RegExp; but: string; isForComments: boolean }
/** A paragraph, and where to change it. */
type Text = { where: string; text: string }

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const rules: Rule[] = (parse(read('spec/prose.yaml')) as { not: string; but: string; comments?: boolean }[]).map(
  ({ not, but, comments = true }) => ({ pattern: new RegExp(not, 'iv'), but, isForComments: comments }),
)
const commentRules = rules.filter(({ isForComments }) => isForComments)

/** Returns each match of a rule in the paragraphs, with the words to use instead. */
function faultsIn(texts: Text[], refused = rules): string[] {
  return texts.flatMap(({ where, text }) => {
    const prose = text.replace(/`[^`]*`/g, '`…`').replace(/"[^"]*"|“[^”]*”/g, '"…"')
    return refused.flatMap(({ pattern, but }) => {
      const [found] = pattern.exec(prose) ?? []
      return found === undefined ? [] : [`${where}: "${found.slice(0, 60)}"; write: ${but}`]
    })
  })
}

test('each rule refuses something, and no rule refuses plain English', (t) => {
  const foreign = [
    'Whoever asks gets nothing.',
    'What is invalid is not kept.',
    '3 requests are in work, as many as may be',
    'the name stands in `details`',
  ]
  for (const text of foreign) t.not(faultsIn([{ where: '', text }]).length, 0, text)
  const plain = 'Invalid requests are not cached. Close idle connections to make room for new ones. What should I do?'
  t.deepEqual(faultsIn([{ where: '', text: plain }]), [])
})

test('the contract is written in plain English', (t) => {
  const texts: Text[] = []
  const visit = (node: unknown, where: string): void => {
    if (node === null || typeof node !== 'object') return
    for (const [name, value] of Object.entries(node)) {
      const isProse = /^(summary|description|meaning|action|x-pattern-message)$/.test(name)
      if (/^examples?$/.test(name)) continue
      if (isProse && typeof value === 'string') texts.push({ where: `${where}/${name}`, text: value })
      else if (/^(details|x-sentences)$/.test(name))
        for (const [code, text] of Object.entries(value as object))
          if (typeof text === 'string') texts.push({ where: `${where}/${name}/${code}`, text })
      visit(value, `${where}/${name}`)
    }
  }
  visit(JSON.parse(read('generated/openapi.json')), '')
  t.true(texts.length > 500)
  t.deepEqual(faultsIn(texts), [])
})

test('the documents are written in plain English', (t) => {
  const paths = globSync(
    [
      'README.md',
      'spec/{README,CHANGELOG,DECISIONS}.md',
      'spec/guides/*.md',
      '{load,test,workers}/**/*.md',
      'src/**/*.md',
    ],
    { cwd: root, exclude: ['**/data/**'] },
  )
  t.true(paths.length > 15)
  const texts = paths.flatMap((path) =>
    read(path)
      .replace(/```.*?```/gs, '')
      .split('\n')
      .map((text, at) => ({ where: `${path}:${at + 1}`, text })),
  )
  t.deepEqual(faultsIn(texts), [])
})

test('the messages in the code are written in plain English', (t) => {
  const texts = globSync('{src,workers}/**/*.ts', { cwd: root }).flatMap(messagesIn)
  t.true(texts.length > 150)
  t.deepEqual(faultsIn(texts), [])
})

test('comments and test titles are written in plain English', (t) => {
  // Landed migrations are left out, because their text never changes.
  const exclude = ['**/data/**', '**/migrations/**']
  const paths = globSync('{load,spec,src,test,workers}/**/*.ts', { cwd: root, exclude })
  const texts = paths.flatMap(commentsIn)
  t.true(texts.length > 9_000)
  t.deepEqual(faultsIn(texts, commentRules), [])
})

const comment = /^ *\/\*\*?(?<block>.*?)\*\/|(?:^| )\/\/ (?<line>.*?)$/gms
const title = /^ *(?:test|promise|refusal)(?:\.\w+)?\(\s*(['"`])(?<title>.*?)\1,/gm

/** Returns the paragraphs in a file's comments and the titles of its tests. */
function commentsIn(path: string): Text[] {
  const source = read(path)
  return [comment, title].flatMap((pattern) =>
    [...source.matchAll(pattern)].flatMap(({ groups, index }) => {
      const text = groups!.block?.replace(/\n *\*/g, '\n') ?? groups!.line ?? groups!.title!
      const where = `${path}:${source.slice(0, index).split('\n').length}`
      return text.split(/\n *\n/).map((paragraph) => ({ where, text: paragraph.replace(/\s+/g, ' ').trim() }))
    }),
  )
}

/** Returns a file's error messages, and the strings in members that people read. */
function messagesIn(path: string): Text[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)
  const texts: Text[] = []
  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (node.text.includes(' ')) texts.push({ where: `${path}:${line + 1}`, text: node.text })
    }
    ts.forEachChild(node, collect)
  }
  const visit = (node: ts.Node): void => {
    const isError = ts.isNewExpression(node) && /Error$/.test(node.expression.getText())
    const isMember = ts.isPropertyAssignment(node) && /^(message|help|otherwise|hint)$/.test(node.name.getText())
    if (isError || isMember) collect(node)
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return texts
}
