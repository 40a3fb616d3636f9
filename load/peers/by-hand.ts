/**
 * The peer of `make bench`: the same job as a team would write it by hand in an afternoon.
 *
 * One Express process: fetch, PDFium's plain text, a search for each criterion's words, the answer. No queue, no
 * database, no threads, no checks; so its figure is what the work itself costs.
 */
import { readFile } from 'node:fs/promises'
import { init } from '@embedpdf/pdfium'
import express from 'express'

const wasm = await readFile(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
const pdfium = await init({
  wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer,
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

const app = express()
app.post('/score', express.json(), async (request, response) => {
  const { resumeUrl, criteria } = request.body as { resumeUrl: string; criteria: string[] }
  const text = textOf(new Uint8Array(await (await fetch(resumeUrl)).arrayBuffer())).toLowerCase()
  const found = criteria.filter((criterion) =>
    criterion
      .toLowerCase()
      .split(/\W+/)
      .some((word) => word.length > 4 && text.includes(word)),
  )
  response.json({ score: (10 * found.length) / criteria.length })
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '')
})
