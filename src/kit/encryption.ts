/** What is stored encrypted: AES-256-GCM (NIST SP 800-38D), as nonce, tag, ciphertext. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** `key` is 32 bytes; `context` must be the same when it is decrypted, so that a stored value cannot be moved. */
export function encrypt(key: Buffer, context: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), body])
}

/** Throws when key, context or bytes are not those of the encryption. */
export function decrypt(key: Buffer, context: string, bytes: Uint8Array): string {
  const sealed = Buffer.from(bytes)
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decryption.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decryption.update(sealed.subarray(nonceBytes + tagBytes)), decryption.final()]).toString('utf8')
}
