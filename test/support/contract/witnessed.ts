import type { ExecutionContext } from 'ava'

/**
 * Returns the address to send a server's requests to: with WITNESS, see `make contract-witness`, that of the proxy in
 * front of it.
 */
export async function witnessed(t: ExecutionContext, url: string | null): Promise<string | null> {
  if (!process.env.WITNESS || url === null) return url
  const { startWitness } = (await import(process.env.WITNESS)) as typeof import('../../tools/witnesses/prism/proxy.ts')
  const witness = await startWitness(url)
  t.teardown(witness.stop)
  return witness.url
}
