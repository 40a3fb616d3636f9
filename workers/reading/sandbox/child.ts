/**
 * The main module of the sandbox, a process that converts one office file at a time and can be killed at any moment.
 *
 * The process runs in its own folder, without secrets and network access, and keeps nothing between files. Packages for
 * Word documents are loaded at start, and others on first use.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { HiddenTally } from '../findings.ts'
import { ReadingError, readUnitsMax } from '../reading.ts'
import type { Value } from '../records.ts'
import { innerReader } from './inner-documents.ts'
import type { Conversion, SandboxAnswer } from './protocol.ts'
import { readDocx, readWordXml } from '../markup/docx.ts'
import { openZip } from '../zip.ts'

// The watchdog's thread also keeps this process alive, so the process ends only when the watchdog has cleared the
// folder.
new Worker(new URL('./watchdog.ts', import.meta.url))

process.on('message', (request: Conversion) => {
  // An error from `send`, for example because the server has ended, is ignored. It must not end the process before the
  // watchdog has cleared the folder.
  void convert(request).then((answer) => process.connected && process.send!(answer, () => {}))
})

async function convert(request: Conversion): Promise<SandboxAnswer> {
  try {
    const tally = new HiddenTally()
    const read = await readers[request.type](request, tally)
    const { text, people } = typeof read === 'string' ? { text: read, people: undefined } : read
    // The text may be cut within a surrogate pair, because the reading thread cuts it at the same place anyway.
    await writeFile(request.file, text.slice(0, readUnitsMax(request.sizes)), 'utf16le')
    return { ok: true, findings: tally.findings, ...(people ? { people } : {}) }
  } catch (cause) {
    if (cause instanceof ReadingError) return { ok: false, code: cause.code, message: cause.message, ...cause.why }
    return { ok: false, code: 'RESUME_PARSE_FAILED', message: `the ${request.type} converter failed` }
  }
}

const readers: Record<
  Conversion['type'],
  (request: Conversion, tally: HiddenTally) => Promise<string | { text: string; people: string[] }>
> = {
  async docx({ file, sizes }, tally) {
    return readDocx(await openZip(await readFile(file), sizes), tally, innerReader(sizes, tally))
  },
  async wordxml({ file }, tally) {
    return readWordXml(await readFile(file, 'utf8'), tally)
  },
  async odt({ file, sizes }, tally) {
    const [{ visibleOdt }, { extractOdt }] = await Promise.all([import('../markup/odt.ts'), import('./textract.ts')])
    return extractOdt(file, await visibleOdt(await openZip(await readFile(file), sizes), tally))
  },
  async html({ file }, tally) {
    const { readPage } = await import('../markup/html.ts')
    const { text, isShell } = readPage(await readFile(file, 'utf8'), tally)
    if (!isShell || (await isSurelyResume(text))) return text
    throw new ReadingError('RESUME_FETCH_FAILED', 'the web page asks for a password, redirects or needs scripts', {
      reason: 'web_page',
    })
  },
  async json({ file }) {
    const { readRecord } = await import('../records.ts')
    return readRecord(JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, '')) as Value)
  },
  async xml({ file }) {
    const [{ readRecord }, { isResumeRoot, recordOf }] = await Promise.all([
      import('../records.ts'),
      import('../markup/xml-record.ts'),
    ])
    const record = recordOf(await readFile(file, 'utf8'))
    const read = readRecord(record)
    if (isResumeRoot(record) || (await isSurelyResume(read.text))) return read
    throw new ReadingError('RESUME_CONVERSION_FAILED', 'the file is an XML document', {
      ...{ reason: 'unsupported_type', fileType: 'application/xml' },
    })
  },
  async doc({ file }, tally) {
    return (await import('../legacy/doc.ts')).readDoc(await readFile(file), tally)
  },
  async rtf({ file }, tally) {
    return (await import('../legacy/rtf.ts')).readRtf(await readFile(file), tally)
  },
}

/** The module is loaded on demand, because its word lists take as long to load as everything else in the sandbox. */
async function isSurelyResume(text: string): Promise<boolean> {
  return (await import('../../checks/likeness/likeness.ts')).isSurelyResume(text)
}
