/**
 * The worker that `make bench` compares with if no model judges. It extracts the text with pdf.js and scores it with
 * BM25.
 *
 * Left out, in addition to what `jobs.ts` lists: all formats except PDF, threads and limits around the reader, and
 * verdicts with quotes. A score only reflects how well the text matches each criterion's words.
 */
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { bestMatches } from './bm25.ts'
import { serveJobs, type Judge } from './jobs.ts'

/** The number of concurrent jobs: enough to fetch resumes and write scores for some while another is read. */
const prefetch = 8
/** Log only errors. The warnings are about fonts, which are not drawn. */
const verbosity = 0

/** One worker of pdf.js for all documents. In Node it runs on this thread. */
const worker = new PDFWorker({ verbosity })

async function linesOf(data: Uint8Array): Promise<string[]> {
  const task = getDocument({ data, worker, verbosity })
  try {
    const document = await task.promise
    let text = ''
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent()
      for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
      text += '\n'
    }
    return text.split('\n').filter(Boolean)
  } finally {
    await task.destroy()
  }
}

const judge: Judge = async (criteria, resume) => {
  const lines = await linesOf(new Uint8Array(await resume.arrayBuffer()))
  const matches = bestMatches(
    criteria.map(({ text }) => text),
    lines,
  )
  const mean = matches.reduce((sum, match) => sum + match, 0) / matches.length
  return {
    score: Math.round(100 * mean) / 10,
    criteria: criteria.map(({ id }, index) => ({ id, match: matches[index] })),
  }
}

await serveJobs(judge, prefetch)
