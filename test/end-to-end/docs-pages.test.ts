import test from 'ava'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scoringFailures } from '../../src/features/scoring/sandbox-fixtures.ts'
import { toKebabCase } from '../../src/kit/errors.ts'
import { startHarness, type Client } from '../support/harness.ts'
import { linesPdf } from '../tools/samples/resumes.ts'
import { privateFolder } from '../tools/services/process.ts'

/** Returns every page that can be reached from `/docs` by following links. */
async function reach(client: Client, start: string): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const open = [start]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue
    const { status, body } = await client.get(path, { Authorization: '' })
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    pages.set(path, typeof body === 'string' ? body : '')
    for (const [, href = ''] of (typeof body === 'string' ? body : '').matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      const { origin, pathname } = new URL(href, client.url + path)
      if (origin === client.url) open.push(pathname)
    }
  }
  return pages
}

test('every link in the documentation opens without a key, and every guide can be reached through links', async (t) => {
  const client = await (await startHarness(t)).client()
  const pages = await reach(client, '/docs')
  const written = JSON.parse(readFileSync('generated/pages.json', 'utf8')) as { pages: object }
  for (const path of Object.keys(written.pages)) t.true(pages.has(path), path)
  for (const path of ['/changelog', '/errors', '/errors/rate-limited', '/openapi.json']) t.true(pages.has(path), path)
})

test('no page loads external resources, and only the API reference runs a script, which we serve', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const [path, body] of await reach(client, '/docs')) {
    if (!body.startsWith('<!doctype html>')) continue
    const loaded = [...body.matchAll(/<(?:script|link|img|iframe|object)[^>]*>|url\(|@import|\son\w+=/gi)].map(
      ([tag]) => tag,
    )
    const own = ['<link rel="icon" href="data:,">', '<script src="docs/reference.js">']
    t.deepEqual(loaded, path === '/docs' ? own : [], path)
    const policy = (await client.get(path)).headers['content-security-policy'] ?? ''
    t.true(policy.startsWith("default-src 'none'; "), path)
    t.is(policy.includes('script-src'), path === '/docs', path)
    t.notRegex(policy, /https?:|\*|unsafe-eval/)
  }
})

test('a page is compressed for clients that accept gzip, and a client that already has it gets 304', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const path of [
    '/docs',
    '/docs/reference.js',
    '/docs/guides/webhooks',
    '/changelog',
    '/errors',
    '/errors/forbidden',
  ]) {
    const { headers } = await client.get(path, { 'Accept-Encoding': 'gzip' })
    t.is(headers['content-encoding'], 'gzip', path)
    const again = await client.get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': headers.etag as string })
    t.is(again.status, 304, path)
  }
})

test('the guide to the sandbox lists every failure that a fixture can produce', (t) => {
  const guide = readFileSync('spec/guides/7-sandbox-fixtures.md', 'utf8')
  for (const code of scoringFailures) t.true(guide.includes(`\`${toKebabCase(code)}\``), code)
})

test('an unknown guide is NOT_FOUND', async (t) => {
  const client = await (await startHarness(t)).client()
  for (const guide of ['nothing', '__proto__', 'constructor', '..%2Fwebhooks', 'Webhooks'])
    t.is((await client.get(`/docs/guides/${guide}`)).body.code, 'NOT_FOUND', guide)
})

test('the shell commands of the first guide, pasted one after the other, produce a score', async (t) => {
  const client = await (await startHarness(t)).client()
  const guide = readFileSync('spec/guides/1-first-score.md', 'utf8')
  const [setup = '', ...blocks] = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  t.is(blocks.length, 4)
  const cwd = privateFolder(t)
  writeFileSync(join(cwd, 'cv.pdf'), await linesPdf())
  const own = setup.replace(/BASE=.*/, `BASE=${client.url}`).replace(/KEY=.*/, `KEY=${client.key}`)
  let last = ''
  for (const block of blocks) last = (await promisify(execFile)('bash', ['-ec', own + block], { cwd })).stdout
  const { scoringJob } = JSON.parse(last)
  t.is(scoringJob.status, 'COMPLETED', last)
  t.true(scoringJob.score > 8, last)
})
