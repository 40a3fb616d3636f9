/**
 * The format of an API key: `sk_test_` or `sk_live_`, `<cell>_` if the cell has a name, 32 random base62 characters,
 * and a checksum of six characters. The checksum reveals a mistyped key without a query. Only the key's SHA-256 is
 * stored: a random key of 190 bits needs no slow hash.
 */
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '../../kit/caller.ts'

const prefixes: Record<Environment, string> = { SANDBOX: 'sk_test_', PRODUCTION: 'sk_live_' }
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^(sk_(?:test|live)_(?:[a-z][a-z0-9]{0,15}_)?[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** Returns whether a string has the form of a key and the right checksum. */
export function isWellFormed(key: string): boolean {
  const [, secret, sum] = form.exec(key) ?? []
  return secret !== undefined && checksum(secret) === sum
}

/** Returns the SHA-256 under which a key is stored. */
export function fingerprintOf(key: string): string {
  return hash('sha256', key)
}

/** Creates a key. A proxy reads the cell's name from the key, and sends the request to that cell. */
export function makeKey(environment: Environment, cell: string | null): string {
  const prefix = prefixes[environment] + (cell === null ? '' : `${cell}_`)
  const secret = prefix + Array.from({ length: 32 }, () => base62[randomInt(62)]).join('')
  return secret + checksum(secret)
}

/** Returns a CRC-32 in six base62 digits, most significant first. */
function checksum(text: string): string {
  const digits: string[] = []
  for (let rest = crc32(text); digits.length < 6; rest = Math.floor(rest / 62)) digits.unshift(base62.charAt(rest % 62))
  return digits.join('')
}
