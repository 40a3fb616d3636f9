/** Encryption of stored values: AES-256-GCM (NIST SP 800-38D), laid out as nonce, tag, ciphertext. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** `key` is 32 bytes. Decryption needs the same `context`, so that a stored value cannot be moved elsewhere. */
export function encrypt(key: Buffer, context: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), body])
}

/** Throws unless key, context and bytes are those of the encryption. */
export function decrypt(key: Buffer, context: string, bytes: Uint8Array): string {
  const sealed = Buffer.from(bytes)
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decryption.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decryption.update(sealed.subarray(nonceBytes + tagBytes)), decryption.final()]).toString('utf8')
}
