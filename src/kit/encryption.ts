/**
 * Encryption of stored values: AES-256-GCM (NIST SP 800-38D), laid out as key id, nonce, tag, ciphertext.
 *
 * The key's id comes first, so that keys can be rotated: a process encrypts with its newest key, and can decrypt with
 * all of them.
 */
import { createCipheriv, createDecipheriv, createHmac, hash } from 'node:crypto'
import { drawBytes } from './ids.ts'

const cipher = 'aes-256-gcm'
const idBytes = 8
const nonceBytes = 12
const tagBytes = 16

/** Keys of 32 bytes, newest first. */
export type SecretKeys = readonly [Buffer, ...Buffer[]]

/**
 * Encrypts a value under the newest key. Decryption needs the same `context`, such as a row's id, so a value that was
 * copied to another row cannot be decrypted.
 */
export function encrypt([key]: SecretKeys, context: string, value: string | Uint8Array): Buffer {
  const nonce = drawBytes(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context))
  const body = encryption.update(typeof value === 'string' ? Buffer.from(value) : value)
  encryption.final() // returns nothing, because this mode has no padding
  return Buffer.concat([idOf(key), nonce, encryption.getAuthTag(), body])
}

/** Decrypts a string. Throws if it was encrypted with another key or context, or if the bytes were changed. */
export function decrypt(keys: SecretKeys, context: string, bytes: Uint8Array): string {
  return decryptBytes(keys, context, bytes).toString('utf8')
}

/** Like `decrypt`, for a value that is not text. */
export function decryptBytes(keys: SecretKeys, context: string, bytes: Uint8Array): Buffer {
  const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const key = keys.find((one) => isOf(one, stored))
  if (key) return open(key, context, stored.subarray(idBytes))
  // The value was stored before keys had ids, so each key is tried. The authentication tag rejects a wrong key.
  const [first, ...others] = keys
  for (const other of others) {
    try {
      return open(other, context, stored)
    } catch {
      continue
    }
  }
  return open(first, context, stored)
}

/** Returns the value encrypted under the newest key; null if it already is. Throws like `decrypt`. */
export function reencrypt(keys: SecretKeys, context: string, bytes: Uint8Array): Buffer | null {
  return isOf(keys[0], Buffer.from(bytes)) ? null : encrypt(keys, context, decryptBytes(keys, context, bytes))
}

/**
 * Returns the HMAC-SHA-256 (RFC 2104) of a string under the newest key, in base64url. Without the key, the string
 * cannot be found by hashing guesses.
 */
export function keyedHash([key]: SecretKeys, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function open(key: Buffer, context: string, sealed: Buffer): Buffer {
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decryption.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decryption.update(sealed.subarray(nonceBytes + tagBytes)), decryption.final()])
}

function isOf(key: Buffer, stored: Buffer): boolean {
  return stored.subarray(0, idBytes).equals(idOf(key))
}

const ids = new WeakMap<Buffer, Buffer>()

/** Returns a key's id: the first bytes of its SHA-256. They reveal nothing about a random key of 256 bits. */
function idOf(key: Buffer): Buffer {
  let id = ids.get(key)
  if (!id) ids.set(key, (id = Buffer.from(hash('sha256', key, 'buffer').subarray(0, idBytes))))
  return id
}
