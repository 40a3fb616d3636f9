/** What a resume may contain, how long an upload may take, and how long both are kept. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { Contract } from '../../../../src/platform/contract/contract.ts'
import { allowUpload, listen } from '../../../../src/app/http/server.ts'
import { hostilePdf } from '../../../tools/samples/hostile-pdfs.ts'
import { linesPdf, makeDocx, rawDocx, resumeLines, wordParagraph } from '../../../tools/samples/resumes.ts'
import { makePng, makeTiff, scanOf } from '../../../tools/samples/scans.ts'
import { serve, timesUntil, type Case, type Cases } from './case.ts'

/** Returns a function that reads a resume and returns the outcome. */
async function reader(t: ExecutionContext, contract: Contract) {
  const { services } = await serve(t, contract)
  return async (source: string | Buffer, timeoutMs = 60_000) => {
    const content = typeof source === 'string' ? { text: source } : { bytes: new Uint8Array(source) }
    const task = { source: content, answers: [], blind: false }
    return services.pool.parseResume('p_1', task, timeoutMs)
  }
}

const blank = { width: 10, height: 10, pixels: new Uint8Array(100).fill(255) }

/** Returns a case with a value that refuses a file which the released contract allows. */
const refuses = (value: number, makeFile: () => Promise<Buffer>): Case => ({
  value,
  async observe(t, contract) {
    const outcome = await (await reader(t, contract))(await makeFile())
    return !outcome.ok && outcome.code === 'RESUME_TOO_LARGE' ? value : NaN
  },
})

export const resumeCases: Cases = {
  'x-sizes/resume/pages': refuses(1, () => linesPdf(Array<string>(200).fill('Kubernetes in production'))),
  'x-sizes/resume/scanPages': refuses(1, async () => makeTiff([blank, blank])),
  'x-sizes/resume/scanPixels': refuses(99, async () => makePng(blank)),
  'x-timeouts/scanSeconds': {
    value: 1,
    async observe(t, contract) {
      const page = await scanOf(await linesPdf(Array(60).fill(resumeLines.join(' '))))
      const outcome = await (await reader(t, contract))(makeTiff(Array(contract.sizes.resume.scanPages).fill(page)))
      return !outcome.ok && outcome.code === 'RESUME_PARSE_FAILED' ? 1 : NaN
    },
  },
  'x-sizes/resume/unpackedBytes': refuses(1_000, () => makeDocx()),
  'x-sizes/resume/unpackedRatio': refuses(1, () =>
    rawDocx(wordParagraph(resumeLines.join(' ')), { 'pad.txt': randomBytes(600_000).toString('hex') }),
  ),
  'x-sizes/resume/visibleCharactersMin': {
    value: 10,
    async observe(t, contract) {
      const read = await reader(t, contract)
      t.like(await read('a'.repeat(9)), { ok: false, code: 'RESUME_EMPTY' })
      return (await read('a'.repeat(10))).ok ? 10 : NaN
    },
  },
  'x-sizes/resume/scoredCharacters': {
    value: 300,
    async observe(t, contract) {
      const outcome = await (await reader(t, contract))('word '.repeat(200))
      return outcome.ok && outcome.value.resume.text.length
    },
  },
  'x-timeouts/uploadSeconds': {
    value: 1,
    async observe(t, contract) {
      const server = await listen(contract, '127.0.0.1', 0, 'PORT')
      t.teardown(() => server.finish({ working: () => 0, lameDuckMs: 0, timeoutMs: 0 }))
      server.open((request) => allowUpload(request.resume()))
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1').resume()
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n')
      const startedAt = performance.now()
      await once(socket, 'close')
      return performance.now() - startedAt < contract.timeouts.requestSeconds * 1_000 ? 1 : 120
    },
  },
  'x-retention/resumesSeconds': {
    value: 7,
    async observe(t, contract) {
      const { harness, clock } = await serve(t, contract)
      const { resume } = await (await harness.client()).api.uploadResume({ body: Buffer.from('A resume') })
      return (Date.parse(resume.expiresAt) - clock.instant) / 1_000
    },
  },
  'x-retention/unreadableFilesSeconds': {
    value: 1,
    async observe(t, contract) {
      const read = await reader(t, contract)
      const messageOf = async () => {
        const outcome = await read(hostilePdf('tiling', 1), 500)
        return outcome.ok ? '' : outcome.message
      }
      await messageOf()
      const startedAt = performance.now()
      const isForgotten = async () => {
        // The service's memory of failed files checks the time only once per event-loop turn.
        await nextTurn()
        return (await messageOf()) !== 'the same file failed before'
      }
      const again = await timesUntil(isForgotten, 1e6)
      return again < 1e6 && performance.now() - startedAt < 60_000 ? 1 : NaN
    },
  },
}
