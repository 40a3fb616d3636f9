/**
 * A process that reads resumes as the service does, for a test that counts its child processes. A number that is sent
 * to it requests that many cycles. In a cycle, it reads a Word document, which needs a sandbox, and a file for which
 * the thread is ended.
 */
import { createPool } from '../../../src/platform/pool.ts'
import { hostilePdf } from '../../tools/samples/hostile-pdfs.ts'
import { makeDocx } from '../../tools/samples/resumes.ts'
import { loadContract } from '../../../src/platform/contract/contract.ts'

const contract = loadContract()

const pool = createPool(
  { engine: { name: 'embedded' }, modelCalls: 1, contract, restMs: 1_000 },
  { info() {}, warn() {} },
)

async function read(file: Uint8Array, timeoutMs: number): Promise<string> {
  const source = { bytes: new Uint8Array(file) }
  const outcome = await pool.parseResume('p_1', { source, answers: [], blind: true }, timeoutMs)
  return outcome.ok ? 'read' : outcome.code
}

async function readOften(cycles: number): Promise<void> {
  const docx = await makeDocx()
  const outcomes: string[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    outcomes.push(await read(docx, 60_000), await read(hostilePdf('tiling', cycle), 1_000))
  }
  process.send!(outcomes)
}

process.on('message', (cycles: number) => void readOften(cycles))
// The process ends when its test ends.
process.on('disconnect', () => process.exit())
