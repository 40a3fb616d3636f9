import type { ExecutionContext } from 'ava'

/** The address to send a server's requests to: with WITNESS, see `make contract-witness`, that of what stands before it. */
export async function witnessed(t: ExecutionContext, url: string | null): Promise<string | null> {
  if (!process.env.WITNESS || url === null) return url
  const { startWitness } = (await import(process.env.WITNESS)) as typeof import('../../tools/witnesses/prism/proxy.ts')
  const witness = await startWitness(url)
  t.teardown(witness.stop)
  return witness.url
}
