import test from 'ava'
import { createCipheriv, randomBytes } from 'node:crypto'
import { decrypt, encrypt, reencrypt } from '../../src/kit/encryption.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

/** Encrypts a string in the older format, in which values contain no key id. */
function withoutId(key: Buffer, context: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const encryption = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
  return Buffer.concat([nonce, encryption.getAuthTag(), body])
}

test('a value encrypted with an old key is readable as long as the key is listed', (t) => {
  for (const stored of [encrypt([older], 'a', 'text'), withoutId(older, 'a', 'text')]) {
    t.is(decrypt([newer, older], 'a', stored), 'text')
    t.is(decrypt([older, newer], 'a', stored), 'text')
    t.throws(() => decrypt([newer], 'a', stored))
    t.throws(() => decrypt([newer, older], 'b', stored), undefined, 'encrypted for another context')
  }
})

test('a value is encrypted again with the newest key only once', (t) => {
  for (const stored of [encrypt([older], 'a', 'text'), withoutId(older, 'a', 'text')]) {
    const moved = reencrypt([newer, older], 'a', stored) as Buffer
    t.is(decrypt([newer], 'a', moved), 'text')
    t.is(reencrypt([newer, older], 'a', moved), null)
  }
})

test('no two values under the same key share a nonce, however many there are', (t) => {
  const sealed = Array.from({ length: 1_000 }, () => encrypt([newer], 'context', 'the same text'))
  t.is(new Set(sealed.map((value) => value.subarray(8, 20).toString('hex'))).size, sealed.length)
  for (const value of sealed) t.is(decrypt([newer], 'context', value), 'the same text')
})
