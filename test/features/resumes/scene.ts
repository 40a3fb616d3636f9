/** Sends uploads without the client library, because some requests here are ones that the library would never send. */
import { randomBytes } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import { faultsOf } from '../../tools/answer-faults.ts'
import type { Answer, Client } from '../../support/harness.ts'
import type { Services } from '../../../src/platform/services.ts'

export const chunkBytes = 256 * 1024
export const octets = { 'Content-Type': 'application/octet-stream' }

/** Returns a resume with at least this many bytes, different each time. */
export function resumeOf(bytesMin = 0): Buffer {
  const text = `Robin Sample\nExperience\n5 years of experience with TypeScript at Acme, 2015 to 2024.\nProduction experience with PostgreSQL.\n${randomBytes(8).toString('hex')}\n`
  return Buffer.from(text + ' '.repeat(Math.max(0, bytesMin - text.length)))
}

type Body = Uint8Array | FormData | ReadableStream | null

/** Sends a body unchanged, and checks the response against the contract. */
export async function upload(
  t: ExecutionContext,
  { url, key, tenant }: Client,
  body: Body,
  headers: Record<string, string> = octets,
): Promise<Answer> {
  const all = { Authorization: `Bearer ${key}`, 'X-Tenant-Id': tenant, Connection: 'close', ...headers }
  const init = { method: 'POST', headers: all, body: body as RequestInit['body'], duplex: 'half' }
  const response = await fetch(`${url}/v1/resumes`, init as RequestInit)
  const answered = Object.fromEntries(response.headers)
  const answer = { status: response.status, headers: answered, body: JSON.parse(await response.text()) }
  t.deepEqual(faultsOf({ method: 'POST', path: '/v1/resumes', ...answer }), [])
  return answer
}

/** Returns a form with these parts. A string becomes a field, and bytes become a file. */
export function formOf(parts: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string') form.append(name, part)
    else form.append(name, new Blob([part]), `${name}.txt`)
  return form
}

/** Returns how many rows each table of resumes has. */
export async function rowsOf({ database }: Services): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of ['resumes', 'resume_chunks', 'resume_uses']) {
    const [row] = await database.select<{ rows: number }>(`SELECT COUNT(*) AS \`rows\` FROM ${name}`)
    counts[name] = row?.rows ?? 0
  }
  return counts
}

export const noRows = { resumes: 0, resume_chunks: 0, resume_uses: 0 }
