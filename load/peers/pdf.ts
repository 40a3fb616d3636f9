/**
 * Processes a one-page PDF, as a team would write it by hand in an afternoon: fetches it, extracts plain text with
 * PDFium, searches for each criterion's words, and responds.
 *
 * Left out: queue, database, threads and all checks, so its figure is the cost of the work itself.
 */
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { init } from '@embedpdf/pdfium'
import fastify from 'fastify'

const wasm = await readFile(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
const pdfium = await init({
  wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength),
})
pdfium.PDFiumExt_Init()
const memory = pdfium.pdfium as unknown as {
  HEAPU8: Uint8Array
  HEAPU16: Uint16Array
  wasmExports: { malloc(size: number): number; free(at: number): void }
}

function textOf(bytes: Uint8Array): string {
  const at = memory.wasmExports.malloc(bytes.length)
  memory.HEAPU8.set(bytes, at)
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '')
  let text = ''
  for (let index = 0; index < pdfium.FPDF_GetPageCount(document); index += 1) {
    const page = pdfium.FPDF_LoadPage(document, index)
    const words = pdfium.FPDFText_LoadPage(page)
    const count = pdfium.FPDFText_CountChars(words)
    const out = memory.wasmExports.malloc(2 * count + 2)
    pdfium.FPDFText_GetText(words, 0, count, out)
    text += String.fromCharCode(...memory.HEAPU16.subarray(out / 2, out / 2 + count))
    memory.wasmExports.free(out)
    pdfium.FPDFText_ClosePage(words)
    pdfium.FPDF_ClosePage(page)
  }
  pdfium.FPDF_CloseDocument(document)
  memory.wasmExports.free(at)
  return text
}

const app = fastify()
app.post<{ Body: { resumeUrl: string; criteria: string[] } }>('/score', async ({ body: { resumeUrl, criteria } }) => {
  const text = textOf(new Uint8Array(await (await fetch(resumeUrl)).arrayBuffer())).toLowerCase()
  const found = criteria.filter((criterion) =>
    criterion
      .toLowerCase()
      .split(/\W+/)
      .some((word) => word.length > 4 && text.includes(word)),
  )
  return { score: (10 * found.length) / criteria.length }
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.on('SIGTERM', () => process.exit(0))
console.log(`by hand is ready: http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
