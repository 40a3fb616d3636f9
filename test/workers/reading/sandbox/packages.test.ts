/** Which packages process untrusted files: all packages that a reading thread and its sandbox load. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { Piscina } from 'piscina'
import { makeDoc, makeRtf, makeWordXml } from '../../../tools/samples/legacy.ts'
import { makeMail } from '../../../tools/samples/mails.ts'
import { makePng } from '../../../tools/samples/scans.ts'
import { encodeText, linesPdf, makeDocx, makeOdt, resumeLines } from '../../../tools/samples/resumes.ts'
import { loadContract } from '../../../../src/platform/contract/contract.ts'
import { createProgress } from '../../../../src/kit/threads/progress.ts'
import { createSandboxes } from '../../../../src/platform/reading/sandboxes.ts'
import type { ReadingMessage } from '../../../../workers/tasks.ts'

const sizes = loadContract().sizes.resume
const recorder = new URL('./package-recorder.ts', import.meta.url).href
/** A resume with a phone number that only its country's numbering plan identifies. */
const html = Buffer.from(`<!doctype html><p>Springfield 2125550142<p>${resumeLines.join('<p>')}`)
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'packages-test-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true }))

/**
 * The packages of the sandbox. `overrides` in package.json selects their newest versions, and replaces iconv-lite and
 * undici with an empty package.
 */
const sandboxed = [
  'textract',
  // word-extractor loads saxes to read docx, but the service does not use it for that.
  ...['word-extractor', 'saxes', 'xmlchars', 'cfb'],
  ...['cheerio', 'cheerio-select', 'css-select', 'css-what', 'nth-check', 'boolbase', 'domutils', 'dom-serializer'],
  ...['domhandler', 'domelementtype', 'entities', 'htmlparser2', 'parse5', 'parse5-htmlparser2-tree-adapter'],
  ...['parse5-parser-stream', 'encoding-sniffer', 'whatwg-encoding', 'whatwg-mimetype', 'iconv-lite', 'undici'],
  ...['yauzl', 'pend'],
  ...['jszip', 'pako', 'setimmediate', 'readable-stream', 'core-util-is', 'inherits', 'isarray'],
  ...['process-nextick-args', 'safe-buffer', 'util-deprecate'],
]
const inThread = [
  // Job descriptions, questions and answers may contain HTML.
  ...['dom-serializer', 'domelementtype', 'domhandler', 'domutils', 'entities', 'htmlparser2'],
  ...['@embedpdf/pdfium', 'bidi-js', 'lru-cache', 'piscina', 'yauzl', 'pend'],
  ...['jschardet', 'postal-mime', 'image-size', 'tesseract.js-core', '@imagemagick/magick-wasm'],
  // Redaction finds phone numbers and links with them, and engines compare the stems that porter2 returns.
  ...['libphonenumber-js', 'linkify-it', 'uc.micro', 'porter2'],
  // Replaces look-alike letters before text is searched for instructions.
  'unhomoglyph',
  // These detect the type of an image.
  ...['file-type', 'strtok3', 'token-types', 'uint8array-extras', 'ieee754', '@borewit/text-codec'],
  ...['@tokenizer/inflate', 'debug', 'ms', 'supports-color', 'has-flag'],
]
/** textract's dependencies for other formats and for the network. */
const neverInstalled = [
  'adm-zip',
  'epub2',
  'got',
  'j',
  'jschardet',
  'marked',
  'meow',
  'xlsjs',
  'xlsx',
  'xml2js',
  'xmldom',
  'xpath',
]

const loadedIn = (list: string): string[] => [...new Set(readFileSync(list, 'utf8').trim().split('\n'))].sort()

test('a thread that reads resumes and judges them with the embedded engine loads only the listed packages', async (t) => {
  const list = join(folder, 'thread')
  const env = { ...process.env, LOADED_PACKAGES: list }
  const filename = new URL('../../../../workers/main.ts', import.meta.url).href
  const pool = new Piscina({
    filename,
    env,
    execArgv: ['--import', recorder],
    minThreads: 1,
    maxThreads: 1,
  })
  const sandboxes = createSandboxes({})
  pool.on('message', (message: ReadingMessage) => sandboxes.serve(message.sandbox))
  t.teardown(() => Promise.all([pool.destroy(), sandboxes.close()]))
  const criteria = [{ id: 'cr_1', text: 'Experience with Kubernetes' }]
  const judge = {
    ...{ criteria, questions: ['Do you speak English?'], today: Date.UTC(2024, 5, 1) },
    ...{ tokenBudget: 50_000, timeoutMs: 60_000 },
  }
  const files = [
    await linesPdf(),
    await makeDocx(),
    await makeOdt(),
    html,
    encodeText(`Zoë\n${resumeLines.join('\n')}`, 'windows-1252'),
    makeMail([{ type: 'text/plain', content: resumeLines.join('\n') }]),
  ]
  for (const bytes of files) {
    const task = {
      source: { bytes },
      answers: ['Yes'],
      blind: true,
      sizes,
      timeoutMs: 60_000,
      progress: createProgress(0),
      judge,
    }
    t.like(await pool.run(task, { name: 'parseResume' }), { ok: true, scored: { ok: true } })
  }
  const png = makePng({ width: 90, height: 90, pixels: new Uint8Array(8_100).fill(255) })
  const tiff = readFileSync(new URL('../../../data/scans/g4.tiff', import.meta.url))
  const scans = [
    { bytes: png, outcome: { code: 'SCANNED' } },
    { bytes: png, languages: ['eng'], outcome: { code: 'RESUME_EMPTY' } },
    { bytes: tiff, languages: ['eng'], outcome: { ok: true } },
  ]
  for (const { bytes, languages, outcome } of scans) {
    const task = {
      source: { bytes },
      answers: [],
      blind: true,
      sizes,
      timeoutMs: 60_000,
      progress: createProgress(0),
      languages,
    }
    t.like(await pool.run(task, { name: 'parseResume' }), outcome)
  }
  t.deepEqual(loadedIn(list), inThread.sort())
})

test("the sandbox for office formats loads only the listed packages, and only one of textract's readers", async (t) => {
  const list = join(folder, 'sandbox')
  // The temporary folder is the same as in the service, because textract creates a folder in it as soon as it is
  // loaded.
  const env = { ...process.env, TMPDIR: folder, LOADED_PACKAGES: list }
  const child = fork(fileURLToPath(new URL('../../../../workers/reading/sandbox/child.ts', import.meta.url)), [], {
    cwd: folder,
    env,
    execArgv: ['--import', recorder],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    detached: true,
  })
  t.teardown(() => child.kill('SIGKILL'))
  const files = {
    docx: await makeDocx(),
    odt: await makeOdt(),
    html,
    doc: makeDoc(),
    rtf: makeRtf(),
    wordxml: makeWordXml(),
  }
  for (const [type, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, `0.${type}`), bytes)
    child.send({ type, file: `0.${type}`, sizes })
    t.like((await once(child, 'message'))[0], { ok: true })
  }
  t.deepEqual(loadedIn(list), sandboxed.sort())
})

test("textract's dependencies for other formats are not installed", (t) => {
  const { packages } = JSON.parse(readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { name?: string }>
  }
  // textract uses the package that is installed inside its own folder. The development tools may use a newer version of
  // it.
  const gets = (name: string) => {
    const path = [`node_modules/textract/node_modules/${name}`, `node_modules/${name}`].find((path) => path in packages)
    return path !== undefined && (packages[path]?.name ?? name) === name
  }
  t.deepEqual(neverInstalled.filter(gets), [])
})
