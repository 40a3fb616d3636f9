/** The key that stored secrets are encrypted with: given, or made once in the data folder. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** 32 bytes from `dataDir`/secret.key, which is made with mode 600 on the first start. */
export function loadSecretKey(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length !== 32)
    throw new Error(
      `${path} does not hold 32 bytes in base64: restore it from a backup, or remove it to lose what it encrypted`,
    )
  return key
}
