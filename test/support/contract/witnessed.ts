import type { ExecutionContext } from 'ava'

/**
 * Returns the address to which requests for a server are sent: the server's own or, with WITNESS, the address of a
 * proxy in front of it (see `make contract-witness`).
 */
export async function witnessed(t: ExecutionContext, url: string | null): Promise<string | null> {
  if (!process.env.WITNESS || url === null) return url
  const { startWitness } = (await import(process.env.WITNESS)) as typeof import('../../tools/witnesses/prism/proxy.ts')
  const witness = await startWitness(url)
  t.teardown(witness.stop)
  return witness.url
}
